import { out, progress } from "./terminal.ts";

export interface Part {
  /** Addresses and credentials, printed as one JSON line on stdout when the part is ready. */
  readonly ready: Readonly<Record<string, unknown>>;
  close(): Promise<void>;
}

const closeDeadlineMilliseconds = 20_000;

/**
 * Runs one part of the farm as a process of its own: starts it, says that it is ready, and ends it on SIGTERM, SIGINT or
 * when the process that started it over IPC is gone. A second signal ends at once.
 */
export async function runPart(start: () => Promise<Part>): Promise<void> {
  const stop = Promise.withResolvers<string>();
  let asked = false;
  const ask = (why: string): void => {
    if (asked) process.exit(1);
    asked = true;
    stop.resolve(why);
  };
  process.on("SIGTERM", () => ask("SIGTERM"));
  process.on("SIGINT", () => ask("SIGINT"));
  process.on("disconnect", () => ask("the farm is gone"));
  const part = await start();
  out(JSON.stringify(part.ready));
  const why = await stop.promise;
  progress(`stopping: ${why}`);
  const overdue = setTimeout(() => process.exit(1), closeDeadlineMilliseconds);
  await part.close();
  clearTimeout(overdue);
  // Whatever a library still holds open must not keep a stopped part alive.
  process.exit(0);
}
