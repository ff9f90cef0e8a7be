import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type JobRecords, jobTimeline } from "#api/jobs/timeline/job-timeline.ts";
import { type Span, tile, withWaits } from "#api/jobs/timeline/tile.ts";
import { JobTimeline, TimelineKind, type TimelinePart } from "#shared/contracts/api/timeline.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import {
  at,
  deviceId,
  hostId,
  sampleError,
  sampleJob,
  sampleObservation,
  sampleStep,
} from "../../../shared/storage/sample-records.ts";

const start = Date.parse(at);
const when = (milliseconds: number): string => new Date(start + milliseconds).toISOString();
const records = (job: Job, steps: readonly Step[] = [], more: Partial<JobRecords> = {}): JobRecords => ({
  ...{ job, steps, errors: [], recoveries: [], questions: [] },
  ...more,
});
const brief = (parts: readonly TimelinePart[]) =>
  parts.map(({ kind, milliseconds, step }) => [kind, milliseconds, ...(step === undefined ? [] : [step])]);

const span = fc.record({
  kind: fc.constantFrom(...TimelineKind.options),
  from: fc.integer({ min: -50, max: 1_050 }),
  to: fc.integer({ min: -50, max: 1_050 }),
});

describe("a job's timeline", () => {
  it("covers the whole time once, whatever the records say", () => {
    fc.assert(
      fc.property(fc.array(span, { maxLength: 40 }), fc.integer({ min: 0, max: 3_000 }), (spans, waited) => {
        const parts: readonly Span[] = withWaits(tile(spans, 0, 1_000), waited);
        let reached = 0;
        for (const { from, to } of parts) {
          expect(from).toBe(reached);
          expect(to).toBeGreaterThan(from);
          reached = to;
        }
        expect(reached).toBe(1_000);
      }),
    );
  });

  it("[spec I6.3] says of each millisecond of a job what it went to", () => {
    const job = sampleJob({
      ...{ startedAt: when(100), heldSince: when(100), finishedAt: when(1_000), status: "finished" },
      ...{ outcome: "succeeded", deviceId, hostId },
    });
    const timings = { turnMilliseconds: 100, inferenceMilliseconds: 60, deviceMilliseconds: 200 };
    const steps = [
      sampleStep({
        before: sampleObservation({ capturedAt: when(250) }),
        predictedAt: when(400),
        performedAt: when(700),
        verifiedAt: when(780),
        timings: { ...timings, executionMilliseconds: 50, uploadMilliseconds: 20, verifyMilliseconds: 30 },
      }),
    ];
    const timeline = JobTimeline.parse(jobTimeline(records(job, steps), new Date(when(5_000))));
    expect(brief(timeline.parts)).toEqual([
      ["queue", 100],
      ["prepare", 150],
      ["upload", 20],
      ["orchestration", 30],
      ["prepare", 40, 1],
      ["inference", 60, 1],
      ["orchestration", 100],
      ["act", 50, 1],
      ["settle", 150, 1],
      ["orchestration", 50],
      ["verify", 30, 1],
      ["finish", 220],
    ]);
    expect(timeline).toMatchObject({ wallMilliseconds: 1_000, totals: { prepare: 190, orchestration: 180 } });
    expect(timeline.events.map(({ kind }) => kind)).toEqual(["leaseGranted", "leaseEnded"]);
  });

  it("takes what was waited for a model, when nobody knows when, from the longest gaps", () => {
    const job = sampleJob({ startedAt: when(0), waitedMilliseconds: 300, status: "running" });
    const steps = [1, 2].map((stepNumber) =>
      sampleStep({
        stepNumber,
        before: sampleObservation({ capturedAt: when(0) }),
        predictedAt: when(500 * stepNumber),
      }),
    );
    const { parts, totals } = jobTimeline(records(job, steps), new Date(when(1_000)));
    expect(totals).toMatchObject({ wait: 300, orchestration: 700 });
    expect(parts.reduce((sum, { milliseconds }) => sum + milliseconds, 0)).toBe(1_000);
  });

  it("is of a job that waits all queue, and of one that has begun to run the preparing", () => {
    const now = new Date(when(70));
    expect(brief(jobTimeline(records(sampleJob()), now).parts)).toEqual([["queue", 70]]);
    const running = sampleJob({ status: "running", startedAt: when(20) });
    expect(brief(jobTimeline(records(running), now).parts)).toEqual([
      ["queue", 20],
      ["prepare", 50],
    ]);
  });

  it("tells of a lost lease, a silent host, a retry and the other device that it went on with, in order", () => {
    const job = sampleJob({ startedAt: when(0), heldSince: when(90), deviceId, hostId, lostSteps: 2 });
    const errors = [
      sampleError({ code: "States.HeartbeatTimeout", capturedAt: when(70), deviceId: "host-b.x" }),
      sampleError({ code: "LeaseLost", capturedAt: when(60), deviceId: "host-b.x", hostId: "host-b" }),
    ];
    const outcome = { ok: true, effect: "done", retries: 2 };
    const steps = [sampleStep({ outcome, predictedAt: when(40), performedAt: when(50) })];
    const { events } = jobTimeline(records(job, steps, { errors }), new Date(when(100)));
    expect(events.map(({ kind, deviceId: device }) => [kind, device])).toEqual([
      ["leaseGranted", "host-b.x"],
      ["retry", undefined],
      ["leaseLost", "host-b.x"],
      ["heartbeatGap", "host-b.x"],
      ["otherDevice", deviceId],
    ]);
  });
});
