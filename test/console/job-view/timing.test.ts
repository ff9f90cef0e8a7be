import { describe, expect, it } from "vitest";
import {
  partsOfStep,
  sharesOfMetrics,
  sharesOfParts,
  type Timeline,
  waterfall,
} from "../../../console/src/job-view/tabs/timing.ts";
import { second } from "./sample-record.ts";

const part = (kind: "queue" | "inference" | "act", from: number, to: number, step?: number) => ({
  kind,
  from: second(from),
  to: second(to),
  milliseconds: (to - from) * 1_000,
  step,
});
const timeline: Timeline = {
  from: second(0),
  to: second(10),
  wallMilliseconds: 10_000,
  parts: [part("queue", 0, 4), part("inference", 4, 7, 1), part("act", 7, 8, 1), part("inference", 8, 10, 2)],
  events: [],
};

describe("where the time went", () => {
  it("adds up to the wall time, in the order in which the parts pass", () => {
    const shares = sharesOfParts(timeline.parts);
    expect(shares.map(({ kind }) => kind)).toEqual(["queue", "inference", "act"]);
    expect(shares.reduce((sum, { milliseconds }) => sum + milliseconds, 0)).toBe(timeline.wallMilliseconds);
    expect(shares.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
  });

  it("adds up to the whole of a job's figures as well, of which nothing is left out", () => {
    const metrics = {
      queuedMilliseconds: 1,
      waitingMilliseconds: 2,
      inferenceMilliseconds: 4,
      executionMilliseconds: 8,
      settleMilliseconds: 16,
      screenshotMilliseconds: 32,
      uploadMilliseconds: 64,
      orchestrationMilliseconds: 128,
      totalMilliseconds: 255,
      recoveries: 0,
    };
    const sum = sharesOfMetrics(metrics).reduce((all, { milliseconds }) => all + milliseconds, 0);
    expect(sum).toBe(metrics.totalMilliseconds);
  });

  it("draws a step's parts from its own beginning", () => {
    const bars = waterfall(partsOfStep(timeline, 1));
    expect(bars).toMatchObject([
      { kind: "inference", start: 0, length: 0.75 },
      { kind: "act", start: 0.75, length: 0.25 },
    ]);
    expect(waterfall([])).toEqual([]);
  });
});
