import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { pauseCallback } from "#shared/contracts/job/callback.ts";
import { type Job, JobPause } from "#shared/contracts/job/job.ts";
import { DeviceId, type JobId, PoolName } from "#shared/contracts/values/ids.ts";
import {
  at,
  deviceId,
  jobIdOf,
  otherTenantId,
  sampleFacts,
  sampleHost,
  sampleJob,
  tenantId,
} from "../../shared/storage/sample-records.ts";
import { callApi } from "../call-api.ts";
import { startApi, type TestApi } from "../start-api.ts";

const second = DeviceId.parse("host-a.emulator-5556");
const expiresAt = "2026-01-01T01:00:00.000Z";

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
  await api.repositories.hosts.put(sampleHost({ heartbeatAt: expiresAt }));
});
afterAll(() => api.close());
// What was read of the queue is good for two seconds.
beforeEach(() => {
  api.clock.now = new Date(api.clock.now.getTime() + 3_000);
});

let count = 100;
const queued = async (change: Partial<Job> = {}): Promise<JobId> => {
  count += 1;
  const job = sampleJob({ jobId: jobIdOf(count), pool: PoolName.parse("default"), ...change });
  await api.repositories.jobs.create(job);
  return job.jobId;
};
const shown = async (jobId: JobId) =>
  (await callApi("GET", `/v1/jobs/${jobId}`)).body as {
    waitingBecause?: string;
    queue?: { ahead: number; heldBy: { kind: string; jobId?: string; words: string }[] };
  };
/** A device of a pool of its own that a job holds. */
async function held(pool: string, change: Partial<Job>): Promise<JobId> {
  const facts = sampleFacts({ pool: PoolName.parse(pool), deviceId: DeviceId.parse(`host-a.${pool}`) });
  await api.repositories.devices.register(facts, at);
  const jobId = await queued({ status: "running", startedAt: at, ...change });
  const claim = { tenantId, deviceId: facts.deviceId, at, expiresAt, allowDirty: true };
  await api.repositories.devices.claim({ ...claim, jobId });
  return jobId;
}
const pausedFor = (reason: JobPause["for"]) =>
  ({
    pause: JobPause.parse({
      for: reason,
      callbackId: pauseCallback,
      since: at,
      until: expiresAt,
      holdsDevice: true,
    }),
  }) satisfies Partial<Job>;

describe("a job that waits for a device", () => {
  it.each([
    ["question", pausedFor("answer"), "answer", "by a question of job"],
    ["approval", pausedFor("approval"), "approval", "which waits for approval"],
    ["checks", pausedFor("checks"), "checks", "which waits for its caller's checks"],
    ["paused", pausedFor("resume"), "resume", "resume or cancel it to free the device"],
    ["works", {}, "job", `which has been running since ${at}`],
    [
      "driven",
      { agent: { kind: "human", name: "anna" } as unknown as Job["agent"] },
      "human",
      "in which a person acts",
    ],
    ["ended", { status: "finished" as const, outcome: "succeeded" as const }, "ended", "gives it back"],
    [
      "session",
      { session: { idleTimeoutSeconds: 60, hardTimeoutSeconds: 60, labels: {}, apps: [] } },
      "session",
      "end it to free the device",
    ],
  ])("[spec R14] names the holder: %s", async (name, change, kind, words) => {
    const pool = PoolName.parse(`${name}-pool`);
    const holder = await held(pool, change);
    const job = await shown(await queued({ pool }));
    expect(job.queue?.heldBy).toMatchObject([{ kind, jobId: holder }]);
    expect(job.waitingBecause).toMatch(/^It is next in the queue of pool '/);
    expect(job.waitingBecause).toContain(`host-a.${pool} is held by`);
    expect(job.waitingBecause).toContain(words);
    expect(job.waitingBecause).toContain(holder);
  });

  it("[spec R14] says its position: after older jobs and those of a higher priority, not after others", async () => {
    const pool = PoolName.parse("line");
    await held(pool, {});
    const first = await queued({ pool });
    const second = await queued({ pool });
    await queued({ pool, pauseRequestedAt: at });
    await queued();
    await api.repositories.jobs.create(sampleJob({ tenantId: otherTenantId, jobId: jobIdOf(3), pool }));
    const urgent = await queued({ pool, priority: "high" });
    const third = await queued({ pool });
    const ahead = async (jobId: JobId) => (await shown(jobId)).queue?.ahead;
    expect(await Promise.all([urgent, first, second, third].map(ahead))).toEqual([0, 1, 2, 3]);
    expect((await shown(third)).waitingBecause).toMatch(/^It is number 4 in the queue of pool 'line'\. /);
  });

  it("[spec R14] names no job of another tenant, and nobody when a device is free", async () => {
    await api.repositories.devices.register(sampleFacts(), at);
    await api.repositories.devices.register(sampleFacts({ deviceId: second }), at);
    const { leaseEpoch: epoch = 0 } = (await api.repositories.devices.get(tenantId, second)) ?? {};
    await api.repositories.devices.transition({ tenantId, deviceId: second, epoch, state: "ready", at });
    const claim = { tenantId, deviceId, at, expiresAt, allowDirty: true };
    await api.repositories.devices.claim({ ...claim, jobId: jobIdOf(9) });
    const free = await shown(await queued({ jobId: jobIdOf(0) }));
    expect(free.queue).toEqual({ ahead: 0, isAtLeast: false, heldBy: [] });
    expect(free).not.toHaveProperty("waitingBecause");
  });

  it("[spec R14] says how a pool without a device gets one, and why devices are away", async () => {
    const empty = await shown(await queued({ pool: PoolName.parse("empty") }));
    expect(empty.waitingBecause).toBe(
      "Pool 'empty' has no devices: no host of it is connected; start one with 'drover hosts run'.",
    );
    const pool = PoolName.parse("sick");
    const sick = sampleFacts({ pool, deviceId: DeviceId.parse("host-a.sick") });
    await api.repositories.devices.register(sick, at);
    const { leaseEpoch: epoch = 0 } = (await api.repositories.devices.get(tenantId, sick.deviceId)) ?? {};
    const key = { tenantId, deviceId: sick.deviceId, epoch, at };
    await api.repositories.devices.transition({ ...key, state: "cleaning" });
    const jobId = await queued({ pool });
    expect((await shown(jobId)).waitingBecause).toContain("host-a.sick is being cleaned.");
    const away = {
      state: "quarantined" as const,
      quarantinedBy: "operator" as const,
      reason: "its battery swells",
    };
    await api.repositories.devices.transition({ ...key, ...away });
    expect((await shown(jobId)).waitingBecause).toContain("host-a.sick is quarantined: its battery swells");
  });
});
