import { expect, it } from "vitest";
import { timeShares } from "#cli/report/time-shares.ts";

it("names every part of a job's time, and the parts add up to it", () => {
  const shares = timeShares({
    queuedMilliseconds: 1_000,
    waitingMilliseconds: 0,
    inferenceMilliseconds: 1_400,
    executionMilliseconds: 400,
    settleMilliseconds: 1_200,
    screenshotMilliseconds: 600,
    uploadMilliseconds: 150,
    orchestrationMilliseconds: 250,
    totalMilliseconds: 5_000,
    recoveries: 0,
  });
  expect(shares.map(({ name, milliseconds }) => [name, milliseconds])).toEqual([
    ["queue", 1_000],
    ["waiting", 0],
    ["inference", 1_400],
    ["action", 400],
    ["settle", 1_200],
    ["screenshot", 600],
    ["upload", 150],
    ["orchestration", 250],
  ]);
  expect(shares.reduce((sum, { milliseconds }) => sum + milliseconds, 0)).toBe(5_000);
});
