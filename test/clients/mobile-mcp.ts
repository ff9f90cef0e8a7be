import path from "node:path";
import { Client as McpClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { asKnown, type Client, must, npmInstall, tried } from "./client.ts";

const version = "1.0.4";

/** The MCP server through which agents of other makers drive a phone. It finds the port by adb's own variable. */
export const tryMobileMcp: Client = async ({ port, serial, others, dir }) => {
  const prefix = path.join(dir, "mobile-mcp");
  await npmInstall(prefix, `@mobilenext/mobile-mcp@${version}`);
  const transport = new StdioClientTransport({
    command: path.join(prefix, "node_modules/.bin/mcp-server-mobile"),
    env: {
      PATH: process.env.PATH ?? "",
      HOME: dir,
      ANDROID_ADB_SERVER_PORT: String(port),
      ANDROID_SERIAL: serial,
      MOBILEMCP_DISABLE_TELEMETRY: "1",
    },
    stderr: "ignore",
  });
  const mcp = new McpClient({ name: "drover-clients", version: "1" });
  await mcp.connect(transport);
  const call = async (name: string, args: Readonly<Record<string, unknown>> = {}): Promise<string> => {
    const answer = await mcp.callTool({ name, arguments: { device: serial, ...args } });
    const text = JSON.stringify(answer.content);
    must(answer.isError !== true && !/"text":"(Error|Actionable)/i.test(text), text);
    return text;
  };
  try {
    const name = `@mobilenext/mobile-mcp ${version}`;
    const mcpTried = await tried(name, {
      "lists one device": async () => {
        const list = await call("mobile_list_available_devices", { noParams: {} });
        must(list.includes(serial) && others.every((other) => !list.includes(other)), list);
        return serial;
      },
      "screen size": () => call("mobile_get_screen_size"),
      "launches an app": async () => {
        await call("mobile_launch_app", { packageName: "com.android.settings" });
        return "com.android.settings";
      },
      "lists elements": async () => {
        const elements = await call("mobile_list_elements_on_screen");
        must(/bluetooth|network|settings/i.test(elements), elements.slice(0, 200));
        return `${elements.length} characters`;
      },
      taps: async () => call("mobile_click_on_screen_at_coordinates", { x: 300, y: 600 }),
      "presses a button": async () => call("mobile_press_button", { button: "HOME" }),
      "takes a picture": async () => `${(await call("mobile_take_screenshot")).length} characters`,
    });
    // It starts a Java program on the device for that, which no virtual phone runs.
    const apps = await tried(name, {
      "lists apps": async () => `${(await call("mobile_list_apps")).length} characters`,
    });
    return [...mcpTried, ...asKnown(apps)];
  } finally {
    await mcp.close();
  }
};
