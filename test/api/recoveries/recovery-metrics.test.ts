import { describe, expect, it } from "vitest";
import { type EndedRecovery, recoveryMetrics } from "#api/recoveries/recovery-metrics.ts";
import { RecoveryCounts } from "#shared/contracts/recovery/recovery.ts";

const ended = (
  outcome: EndedRecovery["outcome"],
  milliseconds: number,
  counts: {
    replans?: number;
    succeededSteps?: number;
    tries?: number;
    located?: [hits: number, calls: number];
  },
): EndedRecovery => {
  const { replans = 0, succeededSteps = 0, tries = 0, located: [hits, calls] = [0, 0] } = counts;
  const tools = { locator: { hits, calls }, executor: { hits: tries, calls: tries } };
  return { outcome, counts: RecoveryCounts.parse({ milliseconds, replans, succeededSteps, tries, tools }) };
};

describe("recovery metrics", () => {
  it("[spec E7] follow their formulas over a batch", () => {
    const metrics = recoveryMetrics([
      ended("recovered", 4_000, { succeededSteps: 2, tries: 2, located: [2, 2] }),
      ended("recovered", 8_000, { replans: 1, succeededSteps: 1, tries: 4, located: [1, 4] }),
      ended("not_recovered", 60_000, { replans: 3, tries: 2, located: [0, 2] }),
      ended("infeasible", 1_000, {}),
      ended("planned", 500, {}),
    ]);
    expect(metrics).toEqual({
      recoveries: 4,
      outcomes: { recovered: 2, not_recovered: 1, infeasible: 1, aborted: 0, planned: 1 },
      successRate: 0.5,
      averageMilliseconds: 6_000,
      replans: 4,
      averageReplans: 1,
      toolAccuracy: { all: 11 / 16, locator: 3 / 8, executor: 1, validator: null, screenshot: null },
      stepEfficiency: 3 / 8,
    });
  });

  it("[spec E7] say nothing of what did not happen", () => {
    expect(recoveryMetrics([])).toMatchObject({
      recoveries: 0,
      successRate: null,
      averageMilliseconds: null,
      stepEfficiency: null,
    });
  });
});
