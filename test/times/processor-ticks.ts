import { readdirSync, readFileSync } from "node:fs";

/** Linux counts in hundredths of a second here, whatever its own clock does. */
export const ticksPerSecond = 100;

/** Processor time of a process (`self`: this one), of those that it has waited for and of those that still run below it. */
export function ticksOf(pid: string): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const times = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 15);
  const own = times.reduce((sum, ticks) => sum + Number(ticks), 0);
  const running = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" ").filter(Boolean),
  );
  return running.reduce((sum, child) => sum + orNone(() => ticksOf(child)), own);
}

/** A process may end while it is read. */
export function orNone(read: () => number): number {
  try {
    return read();
  } catch {
    return 0;
  }
}
