import { readFile } from "node:fs/promises";

/**
 * When a process started, in the kernel's ticks since boot; null where /proc does not tell. Together with its id it names a
 * process permanently: ids are reused.
 */
export async function processStart(pid: number): Promise<string | null> {
  const status = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  // The second field is the command in parentheses, which may hold blanks; the start is the 20th after it.
  return status?.slice(status.lastIndexOf(")") + 2).split(" ")[19] ?? null;
}

/** Whether the process that had this id and start still runs. */
export async function isRunning(pid: number, startedAt: string | null): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it lives, but belongs to somebody else.
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  return startedAt === null || (await processStart(pid)) === startedAt;
}
