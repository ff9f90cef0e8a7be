import { afterAll } from "vitest";
import { orNone, ticksOf, ticksPerSecond } from "./processor-ticks.ts";

declare module "vitest" {
  interface TaskMeta {
    /** Of a file: processor time of its worker and of all that it started. */
    cpuSeconds?: number;
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
