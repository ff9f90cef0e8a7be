import { writeFileSync } from "node:fs";
import path from "node:path";
import type { SimulationReport } from "#simulation/simulation-report.ts";
import { runSimulator } from "../run-seed.ts";
import type { ScenarioCase } from "./scenarios.ts";

const deadlineMilliseconds = 600_000;

/** Plays them one after the other, in one process of the simulator. `dir` is for their files. */
export async function simulateScenarios(
  all: readonly ScenarioCase[],
  dir: string,
): Promise<readonly SimulationReport[]> {
  const files = all.map(({ expected: _expected, ...scenario }, at) => {
    const file = path.join(dir, `scenario-${at}.json`);
    writeFileSync(file, JSON.stringify(scenario));
    return file;
  });
  const args = ["--scenario", ...files];
  const { said } = await runSimulator<{ items: readonly SimulationReport[] }>(args, { deadlineMilliseconds });
  return said.items;
}
