import { type OfferedTool, ToolName } from "../contracts/agent/tool.ts";
import { displayText } from "../text/display-text.ts";
import type { ToolConnection } from "./tool-connection.ts";

/** More pages and tools than these no model could be told. */
const mostPages = 20;
const mostTools = 200;

/** What a server offers, by the names that prompts and rules have for it. A tool whose name fits none is left out. */
export async function listTools(
  server: string,
  { client, greetingTimeout: timeout }: ToolConnection,
): Promise<readonly OfferedTool[]> {
  const tools: OfferedTool[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < mostPages && tools.length < mostTools; page += 1) {
    const listed = await client.listTools(cursor === undefined ? {} : { cursor }, { timeout });
    for (const { name, description = "", inputSchema } of listed.tools) {
      const known = ToolName.safeParse(`${server}/${name}`);
      if (known.success)
        tools.push({ name: known.data, description: displayText(description, 1_000), inputSchema });
    }
    cursor = listed.nextCursor;
    if (cursor === undefined) break;
  }
  return tools.slice(0, mostTools).sort((a, b) => (a.name < b.name ? -1 : 1));
}
