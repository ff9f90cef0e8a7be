import type { RuntimeLogger } from "#agent/environment/runtime-logger.ts";
import { LogFile } from "../../log-file.ts";

export interface FileLogger extends RuntimeLogger {
  /** Waits until everything that was logged is written. What an abandoned invocation logs later is dropped. */
  close(): Promise<void>;
}

/** The functions' log as JSON lines in a file: stdout belongs to the command that started the cloud. */
export function openFileLogger(
  file: string,
  options: { readonly debug: boolean; readonly clock: () => Date },
): FileLogger {
  const log = new LogFile(file);
  const at = (level: string) => (message: string, fields?: Readonly<Record<string, unknown>>) => {
    const time = options.clock().toISOString();
    log.write(Buffer.from(`${JSON.stringify({ time, level, message, ...fields })}\n`));
  };
  return {
    debug: options.debug ? at("DEBUG") : () => undefined,
    info: at("INFO"),
    warn: at("WARN"),
    error: at("ERROR"),
    close: () => log.close(),
  };
}
