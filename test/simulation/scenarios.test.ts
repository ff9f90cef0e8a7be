import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { endsOf, type ScenarioCase, scenarios } from "./scenarios/scenarios.ts";
import { simulateScenario } from "./scenarios/simulate-scenario.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), "drover-scenarios-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

it.each(Object.entries<ScenarioCase>(scenarios))("%s", { timeout: 300_000 }, async (_name, given) => {
  const report = await simulateScenario(given, dir);
  expect(report.violations).toEqual([]);
  expect(endsOf(report.jobs)).toEqual(given.expected);
  expect(report.faults).toHaveLength(given.faults?.length ?? 0);
});
