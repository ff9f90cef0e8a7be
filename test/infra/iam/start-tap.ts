import { request as askServer, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { WireCall } from "./requests-of-call.ts";

/** Stands before a stand-in, hands everything on as it is, and keeps what was asked. */
export async function startTap(service: WireCall["service"], target: string) {
  const calls: WireCall[] = [];
  const { hostname, port } = new URL(target);
  const server = createServer(async (request, response) => {
    const { method = "GET", url = "/", headers } = request;
    const body = await buffer(request);
    calls.push({ service, method, url, headers, body: body.toString("utf8") });
    const asked = askServer({ hostname, port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    // Who asked went away, or the one who was asked.
    asked.on("error", () => response.destroy());
    response.on("close", () => asked.destroy());
    asked.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
