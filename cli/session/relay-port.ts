import { connect, createServer, type Server } from "node:net";
import { pipeline } from "node:stream/promises";
import { because } from "../terminal/because.ts";
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";

/** Hands on what comes to a port of this machine's loopback to another of its ports. */
export interface RelayPort {
  readonly port: number;
  /** Cuts what goes through it. */
  close(): void;
}

/** @throws CommandFailure when the port is taken */
export async function relayPort(port: number, target: () => number): Promise<RelayPort> {
  const closing = new AbortController();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const far = connect({ host: "127.0.0.1", port: target(), allowHalfOpen: true, noDelay: true });
    const end = (): void => {
      client.destroy();
      far.destroy();
    };
    client.on("error", end);
    far.on("error", end);
    closing.signal.addEventListener("abort", end, { once: true });
    client.on("close", () => closing.signal.removeEventListener("abort", end));
    // Either end may be gone before the other.
    void Promise.all([pipeline(client, far), pipeline(far, client)]).then(end, end);
  });
  await listening(server, port);
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    close: () => {
      server.close();
      closing.abort();
    },
  };
}

async function listening(server: Server, port: number): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, "127.0.0.1", resolve);
    });
  } catch (error) {
    throw new CommandFailure(exitCodes.usage, `Port ${port} cannot be used: ${because(error)}.`, [
      "Give another one with --port, or omit --port.",
    ]);
  }
  server.on("error", () => {});
}
