import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { timeShares } from "../../cli/time-shares.ts";

const metrics = {
  queuedMilliseconds: 1_000,
  inferenceMilliseconds: 700,
  executionMilliseconds: 200,
  screenshotMilliseconds: 300,
  totalMilliseconds: 5_000,
  recoveries: 0,
};
const timings = {
  inferenceMilliseconds: 700,
  executionMilliseconds: 200,
  settleMilliseconds: 900,
  screenshotMilliseconds: 300,
  treeMilliseconds: 250,
  deviceMilliseconds: 1_100,
};

describe("where a job's time went", () => {
  it("names each part, and what no step measured as what lies between them", () => {
    expect(timeShares(metrics, [{ timings }, { timings }])).toEqual([
      { name: "queue", milliseconds: 1_000 },
      { name: "inference", milliseconds: 1_400 },
      { name: "action", milliseconds: 400 },
      { name: "settle", milliseconds: 1_200 },
      { name: "screenshot", milliseconds: 600 },
      { name: "upload and orchestration", milliseconds: 400 },
    ]);
  });

  it("accounts for all of the job's time, whatever its steps took", () => {
    const time = fc.nat(10_000);
    const step = fc.record({
      timings: fc.record({
        inferenceMilliseconds: time,
        executionMilliseconds: time,
        settleMilliseconds: time,
        screenshotMilliseconds: time,
        treeMilliseconds: time,
        deviceMilliseconds: time,
      }),
    });
    fc.assert(
      fc.property(fc.array(step), time, (steps, queuedMilliseconds) => {
        const totalMilliseconds = 10_000_000;
        const shares = timeShares({ ...metrics, queuedMilliseconds, totalMilliseconds }, steps);
        expect(shares.every(({ milliseconds }) => milliseconds >= 0)).toBe(true);
        expect(shares.reduce((sum, { milliseconds }) => sum + milliseconds, 0)).toBe(totalMilliseconds);
      }),
    );
  });
});
