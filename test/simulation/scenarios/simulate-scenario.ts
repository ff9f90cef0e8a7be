import { writeFileSync } from "node:fs";
import path from "node:path";
import type { SimulationReport } from "#simulation/simulation-report.ts";
import { runSeed } from "../run-seed.ts";
import type { ScenarioCase } from "./scenarios.ts";

/** Plays it in the simulator. `dir` is for its file. */
export async function simulateScenario(given: ScenarioCase, dir: string): Promise<SimulationReport> {
  const { devices, deviceProfile, expected: _expected, ...scenario } = given;
  const file = path.join(dir, "scenario.json");
  writeFileSync(file, JSON.stringify(scenario));
  const profile = deviceProfile === undefined ? [] : ["--device-profile", String(deviceProfile)];
  return (await runSeed(["--scenario", file, "--devices", String(devices), ...profile])).report;
}
