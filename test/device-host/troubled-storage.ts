import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** `slowDown` answers 503 as S3 does, `cut` ends the connection in the middle of the body, `stall` never answers. */
export type StorageTrouble = "slowDown" | "cut" | "stall";

/** Stands between a host and S3, and spoils the uploads that a test names. */
export async function startTroubledStorage(target: string) {
  const { hostname, port } = new URL(target);
  let spoil: (key: string) => StorageTrouble | null = () => null;
  let spoiled = 0;
  const stalled = new Set<ServerResponse>();

  const forward = (incoming: IncomingMessage, response: ServerResponse): void => {
    // The host's name is signed: it stays as the client wrote it.
    const { method, url, headers } = incoming;
    const onward = request({ hostname, port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    incoming.pipe(onward);
  };
  const server = createServer((incoming, response) => {
    const key = decodeURIComponent(new URL(incoming.url ?? "/", target).pathname);
    const trouble = incoming.method === "PUT" ? spoil(key) : null;
    if (trouble === null) return forward(incoming, response);
    spoiled += 1;
    if (trouble === "cut") return void incoming.once("data", () => incoming.destroy());
    incoming.resume();
    if (trouble === "stall") return void stalled.add(response);
    incoming.on("end", () => {
      response.writeHead(503, { "content-type": "application/xml" });
      response.end("<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** How many uploads were spoiled so far. */
    spoiled: () => spoiled,
    /** What happens to an upload of a key from now on; null: it goes through. What is stalled is cut. */
    spoil(how: (key: string) => StorageTrouble | null): void {
      spoil = how;
      for (const response of stalled) response.destroy();
      stalled.clear();
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
