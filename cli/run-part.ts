import { out, progress, safeJson } from "./terminal/terminal.ts";
import { watchParent } from "./terminal/watch-parent.ts";

export interface Part {
  /** Addresses and credentials, printed as one JSON line on stdout when the part is ready. */
  readonly ready: Readonly<Record<string, unknown>>;
  /** Resolves with why when it ends by itself; absent: it does not. */
  readonly ended?: Promise<string>;
  close(): Promise<void>;
}

const closeDeadlineMilliseconds = 20_000;

/**
 * Runs one part of the farm as its own process: starts it, says that it is ready, and ends it on SIGTERM, SIGINT,
 * SIGHUP or when the process that started it, over IPC or as npm, is gone. A second signal ends at once.
 */
export async function runPart(start: () => Promise<Part>): Promise<void> {
  const stop = Promise.withResolvers<string>();
  let asked = false;
  let overdue: NodeJS.Timeout | undefined;
  const ask = (why: string): void => {
    if (asked) process.exit(1);
    asked = true;
    // A start that hangs must not outlive the wish to end it.
    overdue = setTimeout(() => process.exit(1), closeDeadlineMilliseconds);
    stop.resolve(why);
  };
  for (const name of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(name, () => ask(name));
  process.on("disconnect", () => ask("the farm has ended"));
  if (!process.channel) watchParent(() => ask("its parent process has ended"));
  // A part that could not start must end by itself; one that runs has servers that keep it alive.
  process.channel?.unref();
  try {
    const part = await start();
    out(safeJson(part.ready));
    progress(
      `stopping: ${await Promise.race([stop.promise, ...(part.ended === undefined ? [] : [part.ended])])}`,
    );
    await part.close();
  } finally {
    clearTimeout(overdue);
  }
  // Whatever a library still holds open must not keep a stopped part alive.
  process.exit(0);
}
