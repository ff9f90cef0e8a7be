import { describe, expect, it } from "vitest";
import { boundLimits } from "#batches/submission/bound-limits.ts";
import { JobLimits } from "#shared/contracts/job/job-request.ts";

describe("a job's limits", () => {
  it("are its own where a project has none", () => {
    const asked = JobLimits.parse({ maxSteps: 90, maxCostUsd: 3 });
    expect(boundLimits(asked, {})).toEqual({ limits: asked, lowered: [] });
  });

  it("are lowered to the project's, and say so", () => {
    const asked = JobLimits.parse({ maxSteps: 90, maxTokens: 1_000 });
    const { limits, lowered } = boundLimits(asked, { maxSteps: 20, maxTokens: 5_000 });
    expect(limits).toEqual({ ...asked, maxSteps: 20 });
    expect(lowered).toEqual(["limits.maxSteps is 20, the project's limit, instead of 90."]);
  });

  it("have the project's whole time and written tokens where the job names none, or more", () => {
    const { limits, lowered } = boundLimits(JobLimits.parse({ totalSeconds: 7_200 }), {
      totalSeconds: 3_600,
      maxOutputTokens: 9_000,
    });
    expect(limits).toMatchObject({ totalSeconds: 3_600, maxOutputTokens: 9_000 });
    expect(lowered).toEqual(["limits.totalSeconds is 3600, the project's limit, instead of 7200."]);
  });

  it("have the project's dollars where the job names none", () => {
    const { limits, lowered } = boundLimits(JobLimits.parse({}), { maxCostUsd: 0.5 });
    expect(limits.maxCostUsd).toBe(0.5);
    expect(lowered).toEqual([]);
  });
});
