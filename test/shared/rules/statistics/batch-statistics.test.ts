import { ulid } from "ulid";
import { expect, test } from "vitest";
import { BatchStatistics } from "#shared/contracts/batch/batch-statistics.ts";
import { ReviewSummary } from "#shared/contracts/job/review.ts";
import { item } from "./items.ts";
import { batchStatistics } from "./statistics-of.ts";

test("only what succeeded or failed enters the rates; the farm's part stands apart", () => {
  const { all } = batchStatistics([
    item({ outcomes: ["succeeded"] }),
    item({ outcomes: ["failed"] }),
    item({ outcomes: ["inconclusive", "inconclusive"], last: { errorCode: "device-lost" } }),
    item({ outcomes: ["inconclusive", "succeeded"] }),
    ...(["cancelled", "over_budget", "refused", "invalid"] as const).map((outcome) =>
      item({ outcomes: [outcome] }),
    ),
  ]);
  expect(all.success).toMatchObject({ runs: 3, successes: 2, rate: 2 / 3 });
  expect(all.outcomes).toEqual({
    succeeded: 2,
    failed: 1,
    inconclusive: 1,
    cancelled: 1,
    over_budget: 1,
    refused: 1,
    invalid: 1,
  });
  expect(all.infrastructure).toEqual({
    inconclusive: 1,
    share: 1 / 8,
    lostAttempts: 3,
    errorCodes: { "device-lost": 1 },
  });
  expect(all.attempts).toBe(10);
});

test("a success that nobody verified enters no rate, until a person says what it was", () => {
  const verdict = "unverified" as const;
  const review = {
    reviewId: ulid(),
    at: "2026-01-01T00:00:00.000Z",
    by: "kim",
    verdict: "succeeded",
  } as const;
  const { all } = batchStatistics([
    item({ outcomes: ["succeeded"], last: { verdict } }),
    item({ outcomes: ["succeeded"], last: { verdict, review: ReviewSummary.parse(review) } }),
    item({ outcomes: ["failed"] }),
  ]);
  expect(all.success).toMatchObject({ runs: 2, successes: 1 });
  expect(all).toMatchObject({ unverified: 1, outcomes: { succeeded: 2, failed: 1 } });
});

test("what simulated users were asked is added up over the last attempts of runs that count", () => {
  const questions = { asked: 3, needed: 1, useless: 1, alreadyAnswered: 1 };
  const { all } = batchStatistics([
    item({ outcomes: ["inconclusive", "succeeded"], each: { questions } }),
    item({ outcomes: ["failed"], last: { questions } }),
    item({ outcomes: ["inconclusive"], last: { questions } }),
    item(),
  ]);
  expect(all.questions).toEqual({ runs: 2, asked: 6, needed: 2, useless: 2, alreadyAnswered: 2 });
});

test("a batch of nothing has no rate instead of a rate of 0", () => {
  const statistics = batchStatistics([]);
  expect(statistics.all.success).toMatchObject({
    runs: 0,
    rate: null,
    weightedRate: null,
    wilson: { low: 0, high: 1 },
  });
  expect(statistics.all).toMatchObject({ usdPerSuccess: null, flipRate: null, progress: null, steps: null });
  expect(BatchStatistics.parse(statistics)).toEqual(statistics);
});

test("weights shift the weighted rate alone", () => {
  const { success } = batchStatistics([
    item({ taskId: "hard", weight: 3, outcomes: ["failed"] }),
    item({ taskId: "easy", outcomes: ["succeeded"] }),
  ]).all;
  expect(success).toMatchObject({ rate: 0.5, weightedRate: 0.25 });
});

test("money counts every attempt, medians of steps and times the last of those that count [spec I6.3]", () => {
  const { all } = batchStatistics([
    item({
      outcomes: ["inconclusive", "succeeded"],
      each: { costUsd: 0.1, steps: 9, wallMilliseconds: 90 },
      last: { steps: 4, wallMilliseconds: 40 },
    }),
    item({ outcomes: ["failed"], each: { costUsd: 0.4, steps: 8, wallMilliseconds: 60 } }),
    item({ outcomes: ["cancelled"], each: { costUsd: 1, steps: 100 } }),
  ]);
  expect(all).toMatchObject({ costUsd: 1.6, usdPerSuccess: 1.6, unpricedAttempts: 0 });
  expect(all.steps).toEqual({ count: 2, lower: 5, median: 6, upper: 7 });
  expect(all.wallMilliseconds).toEqual({ count: 2, lower: 45, median: 50, upper: 55 });
  expect(all.usd).toMatchObject({ count: 2, median: 0.25 });
});

test("a model without a price leaves the dollars of a success unknown and says how often", () => {
  const { all } = batchStatistics([
    item({ each: { costUsd: 0.1, inputTokens: 10 } }),
    item({ each: { inputTokens: 10, outputTokens: 5 } }),
  ]);
  expect(all).toMatchObject({ costUsd: 0.1, unpricedAttempts: 1, usdPerSuccess: null });
  expect(all.tokens).toMatchObject({ median: 12.5 });
});

test("progress, false completion and side effects are of the runs that tell", () => {
  const { all } = batchStatistics([
    item({ outcomes: ["failed"], last: { progress: 0.5, falseComplete: true, sideEffects: 3 } }),
    item({ last: { progress: 1, falseComplete: false, sideEffects: 0 } }),
    item({ last: {} }),
  ]);
  expect(all.progress).toBe(0.75);
  expect(all.falseComplete).toEqual({ runs: 1, of: 2, share: 0.5 });
  expect(all.sideEffects).toEqual({ runs: 1, of: 2, share: 0.5, changes: 3 });
});

test("each variant, tag and task has its own figures [spec A8]", () => {
  const one = (taskId: string, variant: string, outcome: "succeeded" | "failed", tags: string[] = []) =>
    item({ taskId, variant, tags, outcomes: [outcome] });
  const statistics = batchStatistics([
    one("wifi", "a", "succeeded", ["settings", "smoke"]),
    one("wifi", "a", "failed", ["settings"]),
    one("wifi", "b", "failed", ["settings"]),
    one("alarm", "a", "succeeded"),
  ]);
  const rates = statistics.variants.map(({ variant, statistics: { success } }) => [variant, success.rate]);
  expect(rates).toEqual([
    ["a", 2 / 3],
    ["b", 0],
  ]);
  const tags = statistics.tags.map(({ tag, statistics: { success } }) => [
    tag,
    success.runs,
    success.successes,
  ]);
  expect(tags).toEqual([
    ["settings", 3, 1],
    ["smoke", 1, 1],
  ]);
  expect(statistics.tasks).toHaveLength(3);
  expect(statistics.tasks[0]).toMatchObject({
    taskId: "wifi",
    variant: "a",
    runs: 2,
    rate: 0.5,
    flipRate: 1,
  });
  expect(statistics.all.success.tasks).toBe(2);
  expect(statistics.all.flipRate).toBe(1);
});

test("the slowest, dearest and flakiest come first, and what is none of it is not listed", () => {
  const runs = [
    item({ taskId: "slow", each: { wallMilliseconds: 9_000 } }),
    item({ taskId: "dear", each: { wallMilliseconds: 1_000, costUsd: 2 } }),
    item({ taskId: "flaky", outcomes: ["failed"], each: { wallMilliseconds: 2_000 } }),
    item({ taskId: "flaky", each: { wallMilliseconds: 2_000 } }),
  ];
  const { slowest, dearest, flakiest } = batchStatistics(runs);
  expect(slowest.map(({ taskId }) => taskId)).toEqual(["slow", "flaky", "dear"]);
  expect(dearest).toEqual([{ taskId: "dear", variant: "default", value: 2 }]);
  expect(flakiest).toEqual([{ taskId: "flaky", variant: "default", value: 1 }]);
});

test("repetitions left out by stopWhen are worth the median of their task, else of their variant", () => {
  const skipped = (taskId: string, variant: string) =>
    item({ taskId, variant, status: "skipped", skippedFor: "enough", outcomes: [] });
  const { earlyStops, items } = batchStatistics(
    [
      item({ taskId: "wifi", variant: "a", each: { costUsd: 0.2, deviceMilliseconds: 1_000 } }),
      item({ taskId: "wifi", variant: "a", each: { costUsd: 0.4, deviceMilliseconds: 3_000 } }),
      skipped("wifi", "a"),
      skipped("alarm", "a"),
      skipped("wifi", "b"),
      item({ status: "skipped", skippedFor: "cancelled", outcomes: [] }),
    ],
    { lineCount: 9 },
  );
  expect(earlyStops).toEqual({ items: 3, savedUsd: 0.6, savedDeviceMilliseconds: 4_000, unknown: 1 });
  expect(items).toEqual({ lines: 9, running: 0, ended: 2, deferred: 0, skipped: 4 });
});
