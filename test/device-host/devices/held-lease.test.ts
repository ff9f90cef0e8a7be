import { describe, expect, it } from "vitest";
import { HeldLease } from "#device-host/devices/held-lease.ts";
import { stillHolds } from "#device-host/lease/keep-leases.ts";
import { deviceId, jobIdOf, sampleJob } from "../../shared/storage/sample-records.ts";

describe("a held lease", () => {
  const leaseAt = (clock: { now: number }) =>
    new HeldLease({ jobId: jobIdOf(1), epoch: 3, claimedAt: clock.now, monotonic: () => clock.now });

  it("[fault D7] refuses writes after it ran out, as a host finds that was stopped for a minute", () => {
    const clock = { now: 1_000 };
    const lease = leaseAt(clock);
    clock.now += 59_999;
    expect(() => lease.check()).not.toThrow();
    clock.now += 1;
    expect(() => lease.check()).toThrow(expect.objectContaining({ code: "LeaseLost" }));
  });

  it("lives on when it was renewed, but never after it was revoked", () => {
    const clock = { now: 0 };
    const lease = leaseAt(clock);
    clock.now = 50_000;
    lease.renewed(clock.now);
    clock.now = 100_000;
    expect(lease.lost).toBe(false);
    lease.revoke("the device has booted again");
    lease.renewed(clock.now);
    expect(() => lease.check()).toThrow("the device has booted again");
  });
});

describe("a quiet lease", () => {
  const running = sampleJob({
    status: "running",
    deviceId,
    leaseEpoch: 3,
    startedAt: "2026-01-01T00:00:00.000Z",
  });
  const quietUntil = (at: string) => ({
    now: new Date(at),
    quietFor: Date.parse(at) - Date.parse(running.startedAt ?? ""),
  });
  const soon = quietUntil("2026-01-01T00:10:00.000Z");

  it("is kept while its job runs on this device within its time", () => {
    expect(stillHolds(running, { deviceId }, { epoch: 3 }, soon)).toBe(true);
  });

  const wait = {
    reason: "The model service is overloaded.",
    errorCode: "ModelOverloaded",
    since: "2026-01-01T00:10:00.000Z",
    until: "2026-01-01T01:00:00.000Z",
    attempts: 3,
  };
  const later = quietUntil("2026-01-01T01:00:00.000Z");

  it("is kept while its job waits for its model and may hold it, whatever its time limit", () => {
    const waiting = { ...wait, deviceUntil: wait.until };
    expect(stillHolds({ ...running, waiting }, { deviceId }, { epoch: 3 }, later)).toBe(true);
  });

  const days = quietUntil("2026-01-05T00:00:00.000Z");
  const pause = {
    for: "answer",
    callbackId: "3",
    since: "2026-01-01T00:10:00.000Z",
    until: "2026-01-07T00:00:00.000Z",
    holdsDevice: true,
  };

  it("is kept for days while its job waits for a person's answer and holds the device", () => {
    const asking = sampleJob({ ...running, pause });
    expect(stillHolds(asking, { deviceId }, { epoch: 3 }, days)).toBe(true);
    expect(stillHolds(asking, { deviceId }, { epoch: 3 }, quietUntil("2026-01-08T00:00:00.000Z"))).toBe(
      false,
    );
  });

  it("is kept while a job that it is lent to waits for an answer, and for no other", () => {
    const part = sampleJob({ jobId: jobIdOf(2), parentJobId: running.jobId, status: "running", pause });
    const holds = (lentTo: typeof part) => stillHolds(running, { deviceId }, { epoch: 3 }, days, [lentTo]);
    expect(holds(part)).toBe(true);
    expect(holds({ ...part, parentJobId: jobIdOf(9) })).toBe(false);
    expect(holds({ ...part, status: "finished" })).toBe(false);
    expect(stillHolds(running, { deviceId }, { epoch: 3 }, days)).toBe(false);
  });

  it("[fault A22] is kept for a job that began long ago, or in whose turn the clock was set, and sent commands just now", () => {
    expect(stillHolds(running, { deviceId }, { epoch: 3 }, { ...days, quietFor: 60_000 })).toBe(true);
  });

  it.each([
    ["the job waits without it", { status: "queued", waiting: wait }, 3, soon],
    [
      "the job may not hold it any longer",
      { waiting: { ...wait, deviceUntil: wait.since } },
      3,
      quietUntil("2026-01-01T00:20:00.000Z"),
    ],
    ["the job has finished", { status: "finished" }, 3, soon],
    ["the job has another lease", {}, 2, soon],
    ["it was quiet for longer than all of the job's time", {}, 3, later],
  ])("is ended when %s", (_, change, epoch, now) => {
    expect(stillHolds({ ...running, ...change } as typeof running, { deviceId }, { epoch }, now)).toBe(false);
  });
});
