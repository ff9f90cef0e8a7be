import { createServer, type Socket } from "node:net";

export interface LoopbackPort {
  readonly port: number;
  /** Cuts every connection. */
  close(): Promise<void>;
}

/** Serves each client of a port on loopback, 0 for a free one, until it is closed. `serve` never throws. @throws the socket's errors */
export async function openLoopbackPort(
  wanted: number,
  serve: (client: Socket, over: AbortSignal) => Promise<void>,
): Promise<LoopbackPort> {
  const closing = new AbortController();
  const clients = new Map<Socket, Promise<void>>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    client.on("error", () => {});
    client.once("close", () => clients.delete(client));
    clients.set(client, serve(client, closing.signal));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(wanted, "127.0.0.1", resolve);
  });
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : wanted,
    close: async () => {
      server.close();
      closing.abort();
      const served = [...clients.values()];
      for (const client of clients.keys()) client.destroy();
      await Promise.all(served);
    },
  };
}
