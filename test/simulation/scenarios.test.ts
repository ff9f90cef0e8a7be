import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { runSeed } from "./run-seed.ts";
import { endsOf, type ScenarioCase, scenarios } from "./scenarios/scenarios.ts";

const dir = mkdtempSync(path.join(tmpdir(), "drover-scenarios-"));
afterAll(() => rmSync(dir, { recursive: true }));

it.each(Object.entries<ScenarioCase>(scenarios))("%s", { timeout: 300_000 }, async (name, given) => {
  const { devices, deviceProfile, expected, ...scenario } = given;
  const file = path.join(dir, `${name}.json`);
  writeFileSync(file, JSON.stringify(scenario));
  const profile = deviceProfile === undefined ? [] : ["--device-profile", String(deviceProfile)];
  const { report } = await runSeed(["--scenario", file, "--devices", String(devices), ...profile]);
  expect(report.violations).toEqual([]);
  expect(endsOf(report.jobs)).toEqual(expected);
  expect(report.faults).toHaveLength(scenario.faults?.length ?? 0);
});
