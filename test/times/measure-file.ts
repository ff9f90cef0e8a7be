import { readdirSync, readFileSync } from "node:fs";
import { afterAll } from "vitest";

declare module "vitest" {
  interface TaskMeta {
    /** Of a file: processor time of its worker and of all that it started. */
    cpuSeconds?: number;
  }
}

/** Linux counts in hundredths of a second here, whatever its own clock does. */
const ticksPerSecond = 100;

/** Of a process, of those that it has waited for and of those that still run below it. */
function ticksOf(pid: string): number {
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
function orNone(read: () => number): number {
  try {
    return read();
  } catch {
    return 0;
  }
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return orNone(() => ticksOf("self")) / ticksPerSecond || (user + system) / 1_000_000;
}

const worker = globalThis as { measuredCpuSeconds?: number };
const before = worker.measuredCpuSeconds ?? 0;

// The last hook of all: it was the first to be set. What a worker starts with counts for its first file.
// biome-ignore lint/correctness/noEmptyPattern: by these braces vitest sees that the hook asks for no fixture
afterAll(({}, file) => {
  worker.measuredCpuSeconds = cpuSeconds();
  (file.meta as { cpuSeconds?: number }).cpuSeconds = Math.max(0, worker.measuredCpuSeconds - before);
});
