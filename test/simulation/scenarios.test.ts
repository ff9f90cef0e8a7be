import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { SimulationReport } from "#simulation/simulation-report.ts";
import { endsOf, type ScenarioCase, scenarios } from "./scenarios/scenarios.ts";
import { simulateScenarios } from "./scenarios/simulate-scenarios.ts";

const all = Object.entries<ScenarioCase>(scenarios);
let dir: string;
let reports: ReadonlyMap<string, SimulationReport>;

// A farm that starts in a process where others have run takes half of the time.
beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), "drover-scenarios-"));
  const told = await simulateScenarios(Object.values(scenarios), dir);
  reports = new Map(told.map((report, at) => [all[at]?.[0] ?? "", report]));
}, 660_000);
afterAll(() => rmSync(dir, { recursive: true }));

it.each(all)("%s", (name, given) => {
  const { violations, jobs, faults } = reports.get(name) ?? {};
  expect(violations).toEqual([]);
  expect(endsOf(jobs ?? [])).toEqual(given.expected);
  expect(faults).toHaveLength(given.faults?.length ?? 0);
});
