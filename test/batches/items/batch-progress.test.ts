import { expect, it } from "vitest";
import { batchProgress } from "#batches/items/batch-progress.ts";
import { BatchCounts } from "#shared/contracts/batch/batch-counts.ts";

const startedAt = "2026-01-01T00:00:00.000Z";
const twoMinutesLater = new Date("2026-01-01T00:02:00.000Z");
const batch = { status: "running" as const, lineCount: 20 };
const counts = BatchCounts.parse({
  running: 2,
  outcomes: { succeeded: 6, failed: 2 },
  skipped: 2,
  attempts: 12,
  steps: 50,
});

it("tells a first run's jobs and steps a minute, and when the rest will have ended", () => {
  const progress = batchProgress({ ...batch, startedAt }, counts, twoMinutesLater);
  expect(progress).toMatchObject({ pending: 8, running: 2, ended: 8, skipped: 2, share: 0.5 });
  expect(progress).toMatchObject({ endedPerMinute: 5, stepsPerMinute: 25 });
  expect(progress.expectedEnd).toBe("2026-01-01T00:04:00.000Z");
});

it("tells of a later run what that run does, not what was done before", () => {
  const before = { startedAt, jobs: 8, steps: 40 };
  const progress = batchProgress({ ...batch, startedAt, before }, counts, twoMinutesLater);
  expect(progress).toMatchObject({ endedPerMinute: 1, stepsPerMinute: 5 });
});

it("tells no rate before the run has ended a job", () => {
  const before = { startedAt, jobs: 10, steps: 50 };
  const progress = batchProgress({ ...batch, startedAt, before }, counts, twoMinutesLater);
  expect(progress).not.toHaveProperty("endedPerMinute");
  expect(progress).not.toHaveProperty("expectedEnd");
});

it("says of one whose execution broke off that nothing runs", () => {
  const broken = {
    ...batch,
    status: "failed" as const,
    startedAt,
    finishedAt: twoMinutesLater.toISOString(),
  };
  const progress = batchProgress(broken, counts, twoMinutesLater);
  expect(progress).toMatchObject({ pending: 10, running: 0, ended: 8 });
  expect(progress).not.toHaveProperty("expectedEnd");
});
