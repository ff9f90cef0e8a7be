import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { defined } from "#shared/values/defined.ts";
import type { Scenario } from "./scenario.ts";
import type { SimulationOptions, SimulationReport } from "./simulation-report.ts";
import { enterWorld, type World } from "./world/world.ts";

/** Memory that looks like a disk, where there is such. */
const shared = "/dev/shm";
const milliseconds = 1_000;

/**
 * Runs a whole farm from one seed and leaves nothing behind. Once in a process: modules keep what they have learnt, and what was loaded before
 * the farm may hold parts of Node that are not replaced.
 */
export async function runSimulation(options: SimulationOptions): Promise<SimulationReport> {
  using world = enterWorld(options.seed);
  return await runIn(world, options);
}

/** The same for a farm after the other, each of which starts empty while the clock goes on. */
export async function playScenarios(
  options: SimulationOptions,
  scenarios: readonly Scenario[],
): Promise<readonly SimulationReport[]> {
  using world = enterWorld(options.seed);
  const reports: SimulationReport[] = [];
  for (const scenario of scenarios) {
    const { devices, deviceProfile } = scenario;
    reports.push(await runIn(world, { ...options, ...defined({ devices, deviceProfile }), scenario }));
  }
  return reports;
}

async function runIn(world: World, options: SimulationOptions): Promise<SimulationReport> {
  const dir = mkdtempSync(path.join(existsSync(shared) ? shared : tmpdir(), "drover-simulation-"));
  const [before, began] = [process.cpuUsage(), world.time.elapsed];
  try {
    // What this imports takes its clock and timers as they are now.
    const { simulate } = await import("./simulate.ts");
    const told = await simulate(world, dir, options);
    const { user, system } = process.cpuUsage(before);
    const cpuSeconds = (user + system) / 1e6;
    const simulatedSeconds = (world.time.elapsed - began) / milliseconds;
    const deviceHours = (simulatedSeconds * options.devices) / 3_600;
    return {
      ...told,
      seed: options.seed,
      simulatedSeconds: Math.round(simulatedSeconds),
      cpuSeconds: Math.round(cpuSeconds * 10) / 10,
      deviceHoursPerCpuMinute: Math.round((deviceHours / cpuSeconds) * 60 * 10) / 10,
    };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
