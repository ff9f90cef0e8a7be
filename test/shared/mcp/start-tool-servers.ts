import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { ToolServer } from "#shared/contracts/agent/tool-server.ts";
import { sampleTools } from "./sample-tools.ts";

/** The sample tools as a command, with more in its environment. */
export const stdioServer = (
  env: Readonly<Record<string, string | { readonly keySource: string }>> = {},
  timeoutSeconds = 20,
): Extract<ToolServer, { command: string }> => ({
  command: process.execPath,
  args: [path.resolve(import.meta.dirname, "stdio-server.ts")],
  env: { ...env },
  timeoutSeconds,
});

/** The sample tools behind an address, on a port of their own. */
export async function startHttpServer() {
  const headers: IncomingHttpHeaders[] = [];
  const server = createServer(async (request, response) => {
    headers.push(request.headers);
    const tools = sampleTools({});
    const transport = new StreamableHTTPServerTransport({});
    response.on("close", () => void tools.close());
    // Without sessions its optional fields are undefined, which the SDK's own types do not foresee.
    await tools.connect(transport as Parameters<typeof tools.connect>[0]);
    await transport.handleRequest(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    headers,
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
