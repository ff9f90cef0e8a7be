import { expect, it } from "vitest";
import { farmDifferences, jobDifferences } from "#cli/bundle/bundle-differences.ts";
import { bundledJob } from "#cli/bundle/bundled-job.ts";
import { sampleTrajectory } from "../../shared/rules/export/sample-export.ts";

const bundled = (change: Record<string, unknown> = {}) => {
  const job = bundledJob(sampleTrajectory({ job: change }));
  if (job === null) throw new Error("it can be repeated");
  return job;
};

it("a repetition that came to the same differs in nothing", () => {
  expect(jobDifferences(bundled(), bundled())).toEqual([]);
  const farm = { generator: "drover 1", prompts: { a: "0".repeat(64) } };
  expect(farmDifferences(farm, farm)).toEqual([]);
});

it("what differs is told by name, results first", () => {
  const now = { ...bundled({ outcome: "failed" }), steps: 9, models: ["another"] };
  expect(jobDifferences(bundled(), now).map(({ what }) => what)).toEqual(["outcome", "steps", "models"]);
  const prompts = { a: "1".repeat(64) };
  expect(
    farmDifferences(
      { generator: "drover 1", prompts: { a: "0".repeat(64) } },
      { generator: "drover 2", prompts },
    ),
  ).toMatchObject([
    { what: "version" },
    { what: "prompts", bundled: "a 000000000000", now: "a 111111111111" },
  ]);
});

it("a session cannot be repeated", () => {
  const trajectory = sampleTrajectory();
  const session = { maxSeconds: 60 } as never;
  expect(bundledJob({ ...trajectory, job: { ...trajectory.job, session } })).toBeNull();
});
