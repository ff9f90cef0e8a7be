import { once } from "node:events";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { interruptSignal } from "../interrupt-signal.ts";
import { progress } from "../terminal.ts";
import { createMcpServer, type McpServerOptions } from "./mcp-server.ts";

/** Speaks MCP over standard input and output until its client closes them, and gives back what it leased. */
export async function serveStdio(options: McpServerOptions): Promise<void> {
  using interrupt = interruptSignal(() => undefined);
  const { server, released } = createMcpServer(options);
  const transport = new StdioServerTransport();
  transport.onerror = (error) => progress(`a message that cannot be read: ${error.message}`);
  await server.connect(transport);
  const ended = once(process.stdin, "end", { signal: interrupt.signal }).catch(() => undefined);
  await Promise.race([ended, released]);
  await server.close();
  await released;
}
