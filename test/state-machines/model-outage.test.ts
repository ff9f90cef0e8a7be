import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { handler as finishJob } from "#functions/finish-job.ts";
import { handler as mapError } from "#functions/map-error.ts";
import { handler as predictAction } from "#functions/predict-action.ts";
import type { JobWait } from "#shared/contracts/job/job.ts";
import { JobId } from "#shared/contracts/values/ids.ts";
import { invoke, startFunctions, type TestFunctions } from "../functions/start-functions.ts";
import { sampleJob, sampleObservation, tenantId } from "../shared/storage/sample-records.ts";
import { workingWorld } from "./job-scripts.ts";
import { type JobRun, named, runJob } from "./job-world.ts";
import { ManualClock } from "./manual-clock.ts";
import type { Sent } from "./read-executions.ts";

let functions: TestFunctions;
beforeAll(async () => {
  functions = await startFunctions();
});
afterAll(() => functions.close());

let clock: ManualClock;
let begun: number;
let lastJob = 0;
let jobId: JobId;
/** When the model was asked for an action or, without a device, for a word: seconds after the start. */
let asked: number[];
/** What the job waited for, as the API tells it, by its clock. */
let waits: (JobWait | undefined)[];
beforeEach(() => {
  clock = new ManualClock();
  begun = clock.now();
  jobId = JobId.parse(`01JE${String(++lastJob).padStart(22, "0")}`);
  asked = [];
  waits = [];
  functions.model.requests.length = 0;
});
const seconds = (): number => Math.round((clock.now() - begun) / 1_000);
const stored = async () => {
  const job = await functions.repositories.jobs.get(tenantId, jobId);
  if (job === null) throw new Error("the job is not stored");
  return job;
};

const home = { action: "home", thinking: "Go home." };
const finish = { action: "FINISH", status: "success", thinking: "Done." };
interface Refusal {
  readonly httpStatus: number;
  readonly retryAfter?: string;
}

/** The model serves, refuses between two times (seconds after the start), and serves again: two actions, then the end. */
function modelThat(refuses: (at: number) => Refusal | null): void {
  let actions = 0;
  functions.model.otherwise((request) => {
    asked.push(seconds());
    const refusal = refuses(seconds());
    if (refusal !== null) return refusal;
    if (request.includes("Say OK.")) return { says: "OK" };
    actions += 1;
    return actions <= 2 ? home : finish;
  });
}
const outage =
  (from: number, until: number, refusal: Refusal) =>
  (at: number): Refusal | null =>
    at >= from && at < until ? refusal : null;

/** The real functions behind the real definition; only the host is scripted. Each action takes ten seconds. */
async function run(
  change: { limits?: object; hostLosesLease?: boolean; before?: () => Promise<void> } = {},
): Promise<JobRun> {
  const real =
    (handler: Parameters<typeof invoke>[0]) =>
    async (payload: Sent): Promise<unknown> => {
      functions.clock.now = new Date(clock.now());
      await change.before?.();
      const answer = await invoke(handler, { ...payload, tenantId, jobId }).catch((error: Error) => {
        throw named(error.name, error.message);
      });
      waits.push((await stored()).waiting);
      return answer;
    };
  const observed = (): Sent => ({ ...sampleObservation(), capturedAt: new Date(clock.now()).toISOString() });
  await functions.repositories.jobs.create(
    sampleJob({
      jobId,
      createdAt: new Date(begun).toISOString(),
      limits: { timeoutSeconds: 100, ...change.limits },
    }),
  );
  const world = workingWorld({
    functions: {
      PredictAction: real(predictAction),
      MapError: real(mapError),
      FinishJob: real(finishJob),
    },
    commands: {
      acquire: async ({ acquisition }) => {
        const at = new Date(clock.now()).toISOString();
        const deviceId = `host-a.device-${acquisition}`;
        const claim = { tenantId, jobId, acquisition, deviceId, hostId: "host-a", leaseEpoch: 1, at };
        if ((await functions.repositories.jobs.claim(claim as never)) === null) return named("JobCancelled");
        return {
          deviceId,
          hostId: "host-a",
          epoch: 1,
          acquiredAt: at,
          commandQueueUrl: "http://127.0.0.1/000000000000/host",
          screen: { width: 1080, height: 2400 },
        };
      },
      setUp: () => ({ observation: observed(), alreadySatisfied: false }),
      perform: async ({ stepNumber }, call) => {
        if (change.hostLosesLease && call === 1) return named("LeaseLost");
        clock.advance(10_000);
        const at = new Date(clock.now()).toISOString();
        await functions.repositories.steps.complete({
          tenantId,
          jobId,
          stepNumber,
          performedAt: at,
          outcome: { ok: true, effect: "done", retries: 0 },
          after: observed() as never,
        });
        return { outcome: { ok: true }, observation: observed() };
      },
    },
  });
  return runJob(world, clock);
}
const count = (job: JobRun, state: string): number => job.states.filter((name) => name === state).length;
const commandIds = (job: JobRun): readonly string[] =>
  job.sent.flatMap(({ body }) => (typeof body.commandId === "string" ? [body.commandId] : []));

describe("a job whose model service is overloaded", () => {
  it("[fault E1] asks again when it was told to, in seconds, with the device it has", async () => {
    modelThat(outage(5, 60, { httpStatus: 429, retryAfter: "70" }));
    const job = await run();
    expect(job.output).toMatchObject({ outcome: "succeeded" });
    expect([count(job, "AcquireDevice"), count(job, "GiveBackDevice"), count(job, "MapError")]).toEqual([
      1, 0, 0,
    ]);
    // The first action took ten seconds; then the service refused once.
    expect(asked.slice(0, 2)).toEqual([0, 10]);
    expect(asked[2]).toBeGreaterThanOrEqual(80);
    expect(asked[2]).toBeLessThanOrEqual(90);
    expect(waits).toContainEqual(
      expect.objectContaining({
        errorCode: "ModelOverloaded",
        attempts: 1,
        reason: expect.stringContaining("429"),
      }),
    );
    expect((await stored()).waiting).toBeUndefined();
  });

  it("[fault E1] asks again when it was told to, by a date", async () => {
    // The client counts from its own clock.
    modelThat(outage(5, 60, { httpStatus: 429, retryAfter: new Date(Date.now() + 100_000).toUTCString() }));
    const job = await run();
    expect(job.output).toMatchObject({ outcome: "succeeded" });
    expect(asked[2]).toBeGreaterThan(90);
    expect(asked[2]).toBeLessThan(125);
  });

  it("[fault E1] outlives ten minutes of 429, which count against no time limit, and gives its device back meanwhile", async () => {
    modelThat(outage(5, 605, { httpStatus: 429, retryAfter: "60" }));
    const job = await run();
    expect(job.output).toMatchObject({ outcome: "succeeded" });
    expect(count(job, "GiveBackDevice")).toBe(1);
    expect(count(job, "AcquireDevice")).toBe(2);
    const released = job.sent.filter(({ to }) => to === "release").map(({ body }) => body.deviceId);
    expect(released).toEqual(["host-a.device-1", "host-a.device-2"]);
    expect(new Set(commandIds(job)).size).toBe(commandIds(job).length);
    const { waitedMilliseconds, metrics, stepCount } = await stored();
    expect(waitedMilliseconds).toBeGreaterThan(590_000);
    expect(metrics?.waitingMilliseconds).toBe(waitedMilliseconds);
    expect(stepCount).toBe(3);
    // What was done on the first device is not on the second, and the agent knows.
    expect(functions.model.requests.at(-1)).toContain("nothing that was done before stands on it");
  });

  it("[fault E1] outlives an hour of 529 within its limits, with few questions and fewer devices", async () => {
    modelThat(outage(5, 3_605, { httpStatus: 529, retryAfter: "300" }));
    const job = await run({ limits: { timeoutSeconds: 100, waitSeconds: 7_200 } });
    expect(job.output).toMatchObject({ outcome: "succeeded" });
    expect(asked.length).toBeLessThan(20);
    expect(count(job, "AcquireDevice")).toBe(2);
    expect(job.states.length).toBeLessThan(300);
  });

  it("[fault E1] keeps its device for as long as the job allows", async () => {
    modelThat(outage(5, 605, { httpStatus: 529, retryAfter: "60" }));
    const job = await run({ limits: { timeoutSeconds: 100, holdDeviceSeconds: 1_200 } });
    expect(job.output).toMatchObject({ outcome: "succeeded" });
    expect([count(job, "AcquireDevice"), count(job, "GiveBackDevice")]).toEqual([1, 0]);
    expect(functions.model.requests.at(-1)).not.toContain("nothing that was done before");
  });

  it("gives back at once a device that the service's pause outlasts, and nothing is lost when nothing was done", async () => {
    modelThat(outage(0, 500, { httpStatus: 429, retryAfter: "500" }));
    const job = await run();
    expect(job.states.slice(0, 7)).toEqual([
      "PrepareJob",
      "RouteStart",
      "AcquireDevice",
      "SetUpDevice",
      "PredictAction",
      "RouteAction",
      "GiveBackDevice",
    ]);
    expect(job.output).toMatchObject({ outcome: "succeeded" });
    expect(functions.model.requests.at(-1)).not.toContain("nothing that was done before");
  });

  it("ends after limits.waitSeconds as the farm's failure, saying what it waited for", async () => {
    modelThat(outage(5, 100_000, { httpStatus: 429, retryAfter: "60" }));
    const job = await run({ limits: { waitSeconds: 300 } });
    expect(job.output).toMatchObject({
      outcome: "inconclusive",
      reason: expect.stringContaining("limits.waitSeconds is 300"),
    });
    expect(job.seconds).toBeLessThan(330);
  });

  it("ends at once when the service wants a longer pause than the job has left", async () => {
    modelThat(outage(5, 100_000, { httpStatus: 429, retryAfter: "86400" }));
    const job = await run();
    expect(job.output).toMatchObject({ outcome: "inconclusive" });
    expect(job.seconds).toBeLessThan(60);
  });

  it("is cancelled within seconds while it waits with its device", async () => {
    modelThat(outage(5, 100_000, { httpStatus: 429, retryAfter: "100" }));
    let cancelledAt = 0;
    const job = await run({
      before: async () => {
        if (seconds() < 30 || cancelledAt > 0) return;
        cancelledAt = seconds();
        await functions.repositories.jobs.cancel(tenantId, jobId, new Date(clock.now()).toISOString());
      },
    });
    expect(job.output).toMatchObject({ outcome: "cancelled" });
    expect(job.states.slice(-2)).toEqual(["ReleaseDevice", "FinishJob"]);
    expect(job.seconds - cancelledAt).toBeLessThanOrEqual(15);
  });

  it("is queued while it waits without a device, so that cancelling ends it at once", async () => {
    modelThat(outage(5, 100_000, { httpStatus: 429, retryAfter: "600" }));
    let answer: string | null = null;
    const job = await run({
      before: async () => {
        if (seconds() < 100 || answer !== null) return;
        answer = await functions.repositories.jobs.cancel(
          tenantId,
          jobId,
          new Date(clock.now()).toISOString(),
        );
      },
    });
    expect(answer).toBe("cancelled");
    expect(job.output).toMatchObject({ outcome: "cancelled" });
    expect(job.states.at(-1)).toBe("FinishJob");
    expect(count(job, "ReleaseDevice")).toBe(0);
  });

  it("is stopped with all others within a minute while it waits without a device, told why", async () => {
    modelThat(outage(5, 100_000, { httpStatus: 429, retryAfter: "600" }));
    let stoppedAt = 0;
    const { farmSwitch } = functions.repositories;
    const job = await run({
      before: async () => {
        if (seconds() < 100 || stoppedAt > 0) return;
        stoppedAt = seconds();
        await farmSwitch.stop(tenantId, "the bill grows", new Date(clock.now()).toISOString());
      },
    });
    await farmSwitch.stop(tenantId, "over", "2000-01-01T00:00:00.000Z");
    await farmSwitch.resume(tenantId, "2000-01-01T00:00:00.000Z");
    expect(job.output).toMatchObject({
      outcome: "cancelled",
      reason: expect.stringContaining("the bill grows"),
    });
    expect(job.seconds - stoppedAt).toBeLessThanOrEqual(60);
  });

  it("goes on with another device when its host restarted while it waited and had lost the lease", async () => {
    modelThat(outage(0, 60, { httpStatus: 503, retryAfter: "100" }));
    const job = await run({ hostLosesLease: true });
    expect(job.states.indexOf("WaitForModel")).toBeLessThan(job.states.indexOf("MapError"));
    expect(job.states).not.toContain("GiveBackDevice");
    expect([count(job, "AcquireDevice"), count(job, "MapError")]).toEqual([2, 1]);
  });
});
