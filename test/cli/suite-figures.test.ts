import { describe, expect, it } from "vitest";
import { BatchResult } from "#shared/contracts/batch/batch-result.ts";
import { suiteFigures } from "../../cli/suite/suite-report.ts";

const result = (taskId: string, level: string, over: Readonly<Record<string, unknown>>) => {
  const attempt = {
    jobId: "01JGZ0000000000000000000A0",
    attempt: 1,
    startedAt: "2026-01-02T03:04:05.000Z",
    steps: 2,
    inputTokens: 700,
    outputTokens: 100,
    costUsd: 0.001,
    wallMilliseconds: 30_000,
    queuedMilliseconds: 20_000,
    ...over,
  };
  const line = { itemKey: "0123456789abcdef0123", line: 1, taskId, variant: "default", epoch: 1 };
  const item = {
    schemaVersion: 1,
    ...line,
    weight: 1,
    status: "ended",
    tags: [`level:${level}`, "kind:search"],
  };
  return BatchResult.parse({ ...item, ...attempt, totalCostUsd: 0.001, attempts: [attempt] });
};

describe("what a suite came to", () => {
  it("[spec A8] is told by level beside the targets, simple tasks being the easy ones", () => {
    const easy = Array.from({ length: 3 }, (_, index) =>
      result(`easy-${index}`, "easy", { outcome: "succeeded" }),
    );
    const hard = result("hard-0", "hard", { outcome: "failed", steps: 40, falseComplete: true });
    const { levels, kinds, targets, notSolved } = suiteFigures([...easy, hard]);
    expect(levels.map(({ name, statistics }) => [name, statistics.success.rate])).toEqual([
      ["easy", 1],
      ["hard", 0],
    ]);
    expect(kinds.map(({ name, statistics }) => [name, statistics.success.runs])).toEqual([["search", 4]]);
    expect(Object.fromEntries(targets.map(({ name, value, met }) => [name, [value, met]]))).toEqual({
      completion: [0.75, false],
      steps: [2, true],
      tokens: [800, true],
      cost: [0.001, true],
      time: [10, true],
      "false claims": [0.25, false],
    });
    expect(notSolved.map(({ taskId }) => taskId)).toEqual(["hard-0"]);
  });

  it("knows no cost where a run had no price", () => {
    const { targets } = suiteFigures([
      result("easy-0", "easy", { outcome: "succeeded", costUsd: undefined }),
    ]);
    expect(targets.find(({ name }) => name === "cost")).toMatchObject({ value: null, met: null });
  });
});
