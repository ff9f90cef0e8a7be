import type { Duplex } from "node:stream";
import type { AdbTarget } from "./adb-error.ts";
import { type AdbEndpoint, goneBefore, SingleClient } from "./single-connection.ts";

/** A longer line is not told: nothing that is followed prints one. */
const longestLine = 4_096;

/**
 * Tells each line of a service that continues by itself, until it ends or `stop` aborts. The connection has no timeout and is
 * watched by TCP keep-alive. Never throws: false when the service did not begin.
 */
export async function followLines(
  endpoint: AdbEndpoint,
  { serial, service }: AdbTarget & { readonly serial: string },
  onLine: (line: string) => void,
  stop: AbortSignal,
): Promise<boolean> {
  if (stop.aborted) return false;
  const client = new SingleClient(endpoint, 0);
  // adbkit re-emits socket errors; unheard they would end the process.
  client.single.on("error", () => {});
  const destroy = (): void => {
    client.single.socket?.destroy();
  };
  stop.addEventListener("abort", destroy, { once: true });
  try {
    const opened = client.getDevice(serial).openLocal(service);
    const stream: Duplex = await Promise.race([opened, goneBefore(client, stop)]);
    client.single.socket.setKeepAlive(true, 10_000);
    await readLines(stream, onLine);
    return true;
  } catch {
    return false;
  } finally {
    stop.removeEventListener("abort", destroy);
    destroy();
  }
}

/** Until the stream ends, in whatever way. */
function readLines(stream: Duplex, onLine: (line: string) => void): Promise<void> {
  let rest = "";
  stream.setEncoding("utf8");
  stream.on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n");
    rest = (lines.pop() ?? "").slice(0, longestLine + 1);
    for (const line of lines) if (line.length <= longestLine) onLine(line.trimEnd());
  });
  return new Promise((resolve) => {
    stream.on("error", () => resolve());
    stream.on("end", () => resolve());
    stream.on("close", () => resolve());
    if (stream.destroyed) resolve();
  });
}
