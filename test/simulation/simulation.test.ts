import path from "node:path";
import { expect, it } from "vitest";
import { runSeed } from "./run-seed.ts";

it("gives the same bytes when a seed is run twice, with every kind of fault, and nothing in it reaches the real clock or chance", {
  timeout: 600_000,
}, async () => {
  const args = ["--seed", "12", "--faults", "all", "--jobs", "2", "--devices", "1"];
  const guard = path.join(import.meta.dirname, "guard-real.ts");
  const [guarded, plain] = await Promise.all([runSeed(args, { before: guard }), runSeed(args)]);
  expect(guarded.stderr).not.toContain("REACHED");
  expect(guarded.report).toMatchObject({ outcomes: { succeeded: 2 }, violations: [] });
  expect(guarded.report.faults.length).toBeGreaterThan(0);
  expect(guarded.report.simulatedSeconds).toBeGreaterThan(60);
  expect(plain.report.hash).toBe(guarded.report.hash);
  expect(plain.report.faults).toEqual(guarded.report.faults);
});
