import { createWriteStream, type WriteStream } from "node:fs";
import { rename, stat } from "node:fs/promises";
import type { RuntimeLogger } from "#functions/runtime/runtime-logger.ts";

export interface FileLogger extends RuntimeLogger {
  close(): Promise<void>;
}

const rotateBytes = 20 * 1024 * 1024;

/** The functions' log as JSON lines in a file: stdout belongs to the command that started the cloud. */
export async function openFileLogger(
  file: string,
  options: { readonly debug: boolean; readonly clock: () => Date },
): Promise<FileLogger> {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  if (size > rotateBytes) await rename(file, `${file}.1`);
  const stream = createWriteStream(file, { flags: "a", mode: 0o600 });
  // A full disk must not end the farm: the log then misses lines.
  stream.on("error", () => undefined);
  const at = (level: string) => (message: string, fields?: Readonly<Record<string, unknown>>) => {
    const time = options.clock().toISOString();
    stream.write(`${JSON.stringify({ time, level, message, ...fields })}\n`);
  };
  return {
    debug: options.debug ? at("DEBUG") : () => undefined,
    info: at("INFO"),
    warn: at("WARN"),
    error: at("ERROR"),
    close: () => ended(stream),
  };
}

const ended = (stream: WriteStream): Promise<void> =>
  new Promise((resolve) => {
    stream.once("close", resolve);
    stream.end();
  });
