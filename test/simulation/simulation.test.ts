import path from "node:path";
import { expect, it } from "vitest";
import { runSeed } from "./run-seed.ts";

const small = ["--jobs", "2", "--devices", "1"];
const guarded = { before: path.join(import.meta.dirname, "guard-real.ts") };

it("runs jobs through the whole farm on a virtual clock, and nothing in it reaches the real clock or chance", async () => {
  const { report, stderr } = await runSeed(["--seed", "3", ...small], guarded);
  expect(stderr).not.toContain("REACHED");
  expect(report).toMatchObject({ outcomes: { succeeded: 2 }, violations: [], faults: [] });
  expect(report.simulatedSeconds).toBeGreaterThan(60);
}, 300_000);

it("gives the same bytes when a seed is run twice, with every kind of fault", {
  timeout: 600_000,
}, async () => {
  const args = ["--seed", "12", "--faults", "all", ...small];
  const [first, second] = await Promise.all([runSeed(args, guarded), runSeed(args)]);
  expect(first.stderr).not.toContain("REACHED");
  expect(first.report).toMatchObject({ outcomes: { succeeded: 2 }, violations: [] });
  expect(first.report.faults.length).toBeGreaterThan(0);
  expect(second.report.hash).toBe(first.report.hash);
  expect(second.report.faults).toEqual(first.report.faults);
  expect(second.report.violations).toEqual(first.report.violations);
});
