import { readFile } from "node:fs/promises";
import path from "node:path";
import { Client as McpClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { type ClientPhone, type ClientTarget, must, type PhoneClient } from "./client-phone.ts";
import { runProgram } from "./run-program.ts";

const version = "1.0.4";

export type McpCall = (tool: string, args?: Readonly<Record<string, unknown>>) => Promise<string>;

/**
 * The MCP server through which agents of other makers drive a phone, from npm's registry. It has two ways to a phone: a program of its
 * own, which starts a Java server on the phone for the list of apps alone, and its older one by adb and nothing else (`legacy`).
 */
export function mobileMcpClient(way: "program" | "legacy"): PhoneClient {
  return {
    name: `@mobilenext/mobile-mcp ${version}${way === "legacy" ? ", legacy" : ""}`,
    connect: async (target) => {
      const { call, close } = await connectMcp(target, way);
      return {
        phone: (serial) => {
          const ofPhone: McpCall = (tool, args) => call(tool, { device: serial, ...args });
          const phone = phoneOf(ofPhone, target.dir, serial);
          // The older way knows no log.
          return way === "legacy" ? phone : { ...phone, logcat: logcatOf(ofPhone) };
        },
        [Symbol.asyncDispose]: close,
      };
    },
  };
}

/** Starts it; it finds the port by adb's own variable. */
export async function connectMcp({ port, dir }: ClientTarget, way: "program" | "legacy") {
  const prefix = path.join(dir, "mobile-mcp");
  await runProgram(
    "npm",
    ["install", "--prefix", prefix, "--no-audit", "--no-fund", `@mobilenext/mobile-mcp@${version}`],
    {},
    400_000,
  );
  const transport = new StdioClientTransport({
    command: path.join(prefix, "node_modules/.bin/mcp-server-mobile"),
    env: {
      PATH: process.env.PATH ?? "",
      HOME: dir,
      ANDROID_ADB_SERVER_PORT: String(port),
      MOBILEMCP_DISABLE_TELEMETRY: "1",
      ...(way === "legacy" ? { MOBILEMCP_LEGACY_ROBOT: "1" } : {}),
    },
    stderr: "ignore",
  });
  const mcp = new McpClient({ name: "drover-clients", version: "1" });
  await mcp.connect(transport);
  const call: McpCall = async (name, args = {}) => {
    const answer = await mcp.callTool({ name, arguments: { ...args } });
    const text = JSON.stringify(answer.content);
    must(answer.isError !== true && !/"text":"(Error|Actionable|Failed)/i.test(text), text);
    return text;
  };
  return { call, close: () => mcp.close() };
}

const phoneOf = (call: McpCall, dir: string, serial: string): ClientPhone => ({
  list: async () => {
    const said = (await call("mobile_list_available_devices")).replaceAll("\\", "");
    return [...said.matchAll(/"id":"([^"]+)"/g)].map(([, id = ""]) => id);
  },
  size: async () => {
    const [, width, height] = /(\d+)x(\d+)/.exec(await call("mobile_get_screen_size")) ?? [];
    return `${width}x${height}`;
  },
  launch: async (packageName) => void (await call("mobile_launch_app", { packageName })),
  screenshot: async () => {
    const saveTo = path.join(dir, `${serial}.png`);
    await call("mobile_save_screenshot", { saveTo });
    return readFile(saveTo);
  },
  tree: () => call("mobile_list_elements_on_screen"),
  tap: async (x, y) => void (await call("mobile_click_on_screen_at_coordinates", { x, y })),
  type: async (text) => void (await call("mobile_type_keys", { text, submit: false })),
  install: async (apk) => void (await call("mobile_install_app", { path: apk })),
});

const logcatOf =
  (call: McpCall) =>
  (during: () => Promise<void>): Promise<string> => {
    // It tells of what comes after it began, and does not say when that is.
    const log = call("mobile_get_device_logs", { limit: 1, filter: ["tag=Clients"] });
    const again = setInterval(() => void during().catch(() => {}), 500);
    return log.finally(() => clearInterval(again));
  };
