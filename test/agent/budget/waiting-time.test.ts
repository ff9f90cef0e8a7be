import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  nextWait,
  type VainAttempt,
  waitedMilliseconds,
  workingSeconds,
} from "#agent/budget/waiting-time.ts";
import { sampleJob } from "../../shared/storage/sample-records.ts";

const start = Date.parse("2026-01-01T00:00:00.000Z");
const at = (seconds: number): Date => new Date(start + seconds * 1_000);
const wait = (attempts: number) => ({
  reason: "It is busy.",
  errorCode: "ModelOverloaded",
  since: at(100).toISOString(),
  until: at(160).toISOString(),
  attempts,
});
const attempt = (change: Partial<VainAttempt> = {}): VainAttempt => ({
  job: sampleJob(),
  hasDevice: true,
  reason: "It is busy.",
  errorCode: "ModelOverloaded",
  retryAfterSeconds: undefined,
  now: at(100),
  random: 0,
  ...change,
});
const pauseOf = (change: Partial<VainAttempt>): number => {
  const asked = attempt(change);
  return (Date.parse(nextWait(asked)?.until ?? "") - asked.now.getTime()) / 1_000;
};

describe("the time of a job that waited for its model", () => {
  const job = sampleJob({ startedAt: at(0).toISOString(), waitedMilliseconds: 50_000 });

  it("is working time without waits, those under way included", () => {
    expect(workingSeconds(job, at(90))).toBe(40);
    expect(waitedMilliseconds({ ...job, waiting: wait(1) }, at(130))).toBe(80_000);
    expect(workingSeconds({ ...job, waiting: wait(1) }, at(130))).toBe(50);
    expect(workingSeconds({ ...job, waiting: wait(1) }, at(9_999))).toBe(50);
  });
});

describe("the next try of a model that did not serve", () => {
  it("is never before the service asked for, and not the same moment for all", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 2, max: 3_000, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (asked, random) => {
          const pause = pauseOf({ retryAfterSeconds: asked, random });
          expect(pause).toBeGreaterThanOrEqual(asked);
          expect(pause).toBeLessThanOrEqual(asked * 1.1 + 0.001);
        },
      ),
    );
    expect(pauseOf({ retryAfterSeconds: 60, random: 1 })).toBe(66);
  });

  it("is at the end of the job's whole time at the latest", () => {
    const job = sampleJob({ createdAt: at(0).toISOString(), limits: { totalSeconds: 130 } });
    expect(pauseOf({ job, retryAfterSeconds: 600 })).toBe(30);
    expect(pauseOf({ job, retryAfterSeconds: 600, now: at(500) })).toBe(0);
  });

  it("comes after growing pauses when the service asked for none, up to five minutes", () => {
    const pauses = [0, 1, 2, 5, 6, 9].map((attempts) =>
      pauseOf({ random: 1, ...(attempts === 0 ? {} : { job: sampleJob({ waiting: wait(attempts) }) }) }),
    );
    expect(pauses).toEqual([5, 10, 20, 160, 300, 300]);
  });

  it("comes later and later also when the service always asks for a second", () => {
    const pauses = [0, 3, 6, 12].map((attempts) =>
      pauseOf({
        retryAfterSeconds: 1,
        random: 1,
        ...(attempts === 0 ? {} : { job: sampleJob({ waiting: wait(attempts) }) }),
      }),
    );
    expect(pauses.slice(1)).toEqual([5, 40, 300]);
    expect(pauses[0]).toBeLessThan(2);
  });

  it("is at the very end of what the job may wait, and then there is none", () => {
    const job = sampleJob({ limits: { waitSeconds: 120 }, waiting: wait(9) });
    expect(nextWait(attempt({ job, now: at(200) }))?.until).toBe(at(220).toISOString());
    expect(nextWait(attempt({ job, now: at(220) }))).toBeNull();
    expect(nextWait(attempt({ job, now: at(200), retryAfterSeconds: 21 }))).toBeNull();
  });

  it("may keep the device from the first try in vain, whenever later ones are", () => {
    const job = sampleJob({ limits: { holdDeviceSeconds: 30 }, waiting: wait(1) });
    expect(nextWait(attempt({ job, now: at(140) }))?.deviceUntil).toBe(at(130).toISOString());
    expect(nextWait(attempt({ job, hasDevice: false }))?.deviceUntil).toBeUndefined();
  });
});
