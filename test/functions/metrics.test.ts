import fc from "fast-check";
import { expect, it } from "vitest";
import { jobMetrics } from "#agent/job/metrics.ts";
import { sampleJob, sampleStep } from "../shared/storage/sample-records.ts";

const milliseconds = fc.integer({ min: 0, max: 1_000 });
const timings = fc.record({
  inferenceMilliseconds: milliseconds,
  executionMilliseconds: milliseconds,
  settleMilliseconds: milliseconds,
  screenshotMilliseconds: milliseconds,
  treeMilliseconds: milliseconds,
  deviceMilliseconds: fc.integer({ min: 0, max: 3_000 }),
});

it("[spec I6.3] tells where all of a job's time went: the parts are never negative and add up to the total", () => {
  fc.assert(
    fc.property(fc.array(timings, { maxLength: 5 }), milliseconds, (steps, queued) => {
      const createdAt = Date.parse("2026-01-01T00:00:00.000Z");
      const startedAt = new Date(createdAt + queued).toISOString();
      // A job takes at least as long as its steps.
      const now = new Date(createdAt + queued + steps.length * 6_000);
      const { totalMilliseconds, recoveries, ...parts } = jobMetrics(
        sampleJob({ startedAt }),
        steps.map((one) => sampleStep({ timings: one })),
        2,
        now,
      );
      expect(Object.values(parts).every((part) => part >= 0)).toBe(true);
      expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBe(totalMilliseconds);
      expect([totalMilliseconds, recoveries]).toEqual([queued + steps.length * 6_000, 2]);
    }),
  );
});
