import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { SimulationOptions, SimulationReport } from "./simulation-report.ts";
import { enterWorld } from "./world/world.ts";

/** Memory that looks like a disk, where there is such. */
const shared = "/dev/shm";
const milliseconds = 1_000;

/**
 * Runs a whole farm from one seed and leaves nothing behind. Once in a process: modules keep what they have learnt, and what was loaded before
 * the farm may hold parts of Node that are not replaced.
 */
export async function runSimulation(options: SimulationOptions): Promise<SimulationReport> {
  const dir = mkdtempSync(path.join(existsSync(shared) ? shared : tmpdir(), "drover-simulation-"));
  const before = process.cpuUsage();
  const world = enterWorld(options.seed);
  try {
    // What these import takes its clock and timers as they are now.
    const { simulate } = await import("./simulate.ts");
    const told = await simulate(world, dir, options);
    const { user, system } = process.cpuUsage(before);
    const cpuSeconds = (user + system) / 1e6;
    const simulatedSeconds = world.time.elapsed / milliseconds;
    const deviceHours = (simulatedSeconds * options.devices) / 3_600;
    return {
      ...told,
      seed: options.seed,
      simulatedSeconds: Math.round(simulatedSeconds),
      cpuSeconds: Math.round(cpuSeconds * 10) / 10,
      deviceHoursPerCpuMinute: Math.round((deviceHours / cpuSeconds) * 60 * 10) / 10,
    };
  } finally {
    world[Symbol.dispose]();
    rmSync(dir, { recursive: true, force: true });
  }
}
