import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { handler } from "#functions/map-error.ts";
import { DeviceId, ErrorId, type JobId } from "#shared/contracts/ids.ts";
import { MapErrorOutput } from "#shared/contracts/workflow/map-error.ts";
import type { ErrorCode } from "#shared/errors/catalogue.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { toWireError } from "#shared/errors/wire-error.ts";
import {
  at,
  deviceId,
  hostId,
  jobIdOf,
  sampleError,
  sampleJob,
  sampleObservation,
  sampleStep,
  tenantId,
} from "../shared/storage/sample-records.ts";
import { invoke, startFunctions, type TestFunctions } from "./start-functions.ts";

let functions: TestFunctions;
beforeAll(async () => {
  functions = await startFunctions();
});
afterAll(() => functions.close());

let lastId = 0;
let jobId: JobId;
beforeEach(async () => {
  jobId = jobIdOf(++lastId);
  await functions.repositories.jobs.create(
    sampleJob({ jobId, status: "running", acquisition: 1, startedAt: at }),
  );
});

const lease = {
  deviceId,
  hostId,
  epoch: 1,
  acquiredAt: at,
  commandQueueUrl: "http://127.0.0.1:4566/0/q",
  screen: { width: 1080, height: 2400 },
};
type Caught = { readonly Error: string; readonly Cause: string };
/** As SendTaskFailure carries it. */
const ofHost = (code: ErrorCode, details: Record<string, unknown> = {}): Caught => ({
  Error: code,
  Cause: JSON.stringify(toWireError(new DroverError(code, `${code} happened`, { details }))),
});
/** As Step Functions writes what a Lambda threw. */
const ofFunction = (code: ErrorCode): Caught => ({
  Error: code,
  Cause: JSON.stringify({ errorType: code, errorMessage: ofHost(code).Cause, trace: [] }),
});
const ofService = (name: string, cause = ""): Caught => ({ Error: name, Cause: cause });

const map = async (errorOutput: Caught, change: Record<string, unknown> = {}) =>
  MapErrorOutput.parse(
    await invoke(handler, {
      schemaVersion: 1,
      tenantId,
      jobId,
      stateName: "PerformAction",
      errorOutput,
      stepNumber: 1,
      recoveries: 0,
      acquisition: 1,
      lease,
      observation: null,
      ...change,
    }),
  );
const snapshots = () => functions.repositories.errors.listByJob(tenantId, jobId);

describe("the way to another device", () => {
  const statusOf = async () => (await functions.repositories.jobs.get(tenantId, jobId))?.status;

  it("queues the job again, so that cancelling it while it waits ends it at once", async () => {
    expect((await map(ofHost("DeviceDisconnected"))).route).toBe("reacquire");
    expect(await statusOf()).toBe("queued");
    expect((await map(ofHost("DeviceDisconnected"))).route).toBe("reacquire");
    expect(await functions.repositories.jobs.cancel(tenantId, jobId, at)).toBe("cancelled");
  });

  it("is not taken by a job that was cancelled before", async () => {
    await functions.repositories.jobs.cancel(tenantId, jobId, at);
    expect(await map(ofHost("DeviceDisconnected"))).toMatchObject({
      route: "release",
      end: { reason: "cancelled" },
    });
    expect(await statusOf()).toBe("running");
  });

  it("leaves a job that goes on with its device running", async () => {
    expect((await map(ofHost("ScreenshotCorrupt"))).route).toBe("observe");
    expect(await statusOf()).toBe("running");
  });
});

describe("the way on", () => {
  const lost = [
    "DeviceDisconnected",
    "DeviceOffline",
    "AdbServerLost",
    "LeaseLost",
    "HostDraining",
    "NoScreenSource",
  ] as const;
  it.each(lost)("[fault A7] takes another device after %s", async (code) => {
    expect(await map(ofHost(code))).toEqual({
      route: "reacquire",
      recoveries: 1,
      stepNumber: 1,
      acquisition: 2,
    });
  });

  it("[fault D6] takes another device when the host died", async () => {
    expect(await map(ofService("States.HeartbeatTimeout"))).toMatchObject({ route: "reacquire" });
  });

  it.each(["SetUpDevice", "PerformAction"])(
    "[fault D6] knows a silent host by States.Timeout in %s",
    async (stateName) => {
      expect(await map(ofService("States.Timeout"), { stateName })).toMatchObject({ route: "reacquire" });
      expect(await snapshots()).toMatchObject([{ code: "States.HeartbeatTimeout" }]);
    },
  );

  it("[fault D10] knows a slow function by States.Timeout in VerifyStep", async () => {
    expect(await map(ofService("States.Timeout"), { stateName: "VerifyStep" })).toMatchObject({
      route: "observe",
    });
  });

  const passing = [
    ofHost("ScreenshotCorrupt"),
    ofHost("StorageUnavailable"),
    ofFunction("StorageUnavailable"),
    ofService("Lambda.TooManyRequestsException"),
    ofService("Sandbox.Timedout", '{"errorMessage":"Task timed out after 3.00 seconds"}'),
  ];
  it.each(passing)("[fault D10] looks again on the same device after $Error", async (failure) => {
    expect(await map(failure)).toEqual({ route: "observe", recoveries: 1, stepNumber: 1 });
  });

  it("[fault A3] gives a frozen device one more chance, then takes another", async () => {
    expect(await map(ofHost("DeviceTimeout"))).toMatchObject({ route: "observe" });
    expect(await map(ofHost("DeviceTimeout"), { recoveries: 1 })).toMatchObject({
      route: "reacquire",
      recoveries: 2,
    });
    const other = { ...lease, deviceId: DeviceId.parse("host-a.other") };
    expect(await map(ofHost("DeviceTimeout"), { recoveries: 2, lease: other })).toMatchObject({
      route: "observe",
    });
  });

  it("ends honestly after three recoveries", async () => {
    expect(await map(ofHost("DeviceOffline"), { recoveries: 3 })).toMatchObject({
      route: "release",
      end: { reason: "infrastructure", detail: expect.stringContaining("After 3 recoveries") },
    });
  });

  const final = [
    "ModelRejected",
    "ModelUnavailable",
    "ConfigurationInvalid",
    "SchemaMismatch",
    "DeviceUnsupported",
  ] as const;
  it.each(final)("gives the device back and says why after %s", async (code) => {
    expect(await map(ofFunction(code), { stateName: "PredictAction" })).toMatchObject({
      route: "release",
      end: {
        reason: "infrastructure",
        detail: `The state PredictAction failed with ${code}. ${code} happened.`,
      },
    });
  });

  it("says that no device came free, and how long the job waited", async () => {
    const waiting = { stateName: "AcquireDevice", lease: null };
    expect(await map(ofService("States.HeartbeatTimeout"), waiting)).toEqual({
      route: "finish",
      end: { reason: "infrastructure", detail: "No device came free within 3600 s." },
    });
    expect(await map(ofHost("HostDraining"), waiting)).toMatchObject({ route: "reacquire", acquisition: 2 });
  });

  it("ends a cancelled job as cancelled, whatever failed", async () => {
    expect(await map(ofHost("JobCancelled"), { stateName: "AcquireDevice", lease: null })).toMatchObject({
      route: "finish",
      end: { reason: "cancelled" },
    });
    await functions.repositories.jobs.cancel(tenantId, jobId, at);
    expect(await map(ofHost("ScreenshotCorrupt"))).toMatchObject({
      route: "release",
      end: { reason: "cancelled" },
    });
  });

  it("never judges another device in place of the one that was lost", async () => {
    const judging = { stateName: "JudgeOutcome" };
    expect(await map(ofHost("DeviceDisconnected"), judging)).toMatchObject({ route: "release" });
    expect(await map(ofHost("StorageUnavailable"), judging)).toMatchObject({ route: "observe" });
  });

  it("ends a job that is not there", async () => {
    expect(
      await map(ofFunction("NotFound"), { jobId: jobIdOf(999), stateName: "PrepareJob", lease: null }),
    ).toMatchObject({
      route: "finish",
    });
  });
});

describe("what is kept of an error", () => {
  it("[spec I5.4] is its message, advice, cause, state, step and action, linked from the job", async () => {
    const screenshotKey = "tenants/acme/screen.png";
    await functions.repositories.steps.put(sampleStep({ jobId }));
    await map(ofService("States.HeartbeatTimeout"), { observation: sampleObservation({ screenshotKey }) });
    const [snapshot] = await snapshots();
    expect(snapshot).toMatchObject({
      code: "States.HeartbeatTimeout",
      message: "The device's host stopped answering.",
      advice: [expect.stringContaining("drover devices")],
      stateName: "PerformAction",
      stepNumber: 1,
      attemptedAction: '[{"action":"tap","coordinate":[0.5,0.5]}]',
      deviceId,
      // What was seen before the host fell silent is not what was there then.
      screenshotKey: null,
      screenshotMissing: expect.stringContaining("host sent no picture"),
    });
    expect((await functions.repositories.jobs.get(tenantId, jobId))?.lastErrorId).toBe(snapshot?.errorId);
  });

  it("[spec I5.4] shows the screen after the action when that was still seen", async () => {
    const after = sampleObservation({ screenshotKey: "tenants/acme/after.png" });
    await functions.repositories.steps.put(sampleStep({ jobId, after }));
    await map(ofFunction("StorageUnavailable"), {
      stateName: "VerifyStep",
      observation: sampleObservation(),
    });
    expect(await snapshots()).toMatchObject([{ screenshotKey: "tenants/acme/after.png" }]);
  });

  it("[spec I5.4] shows the screen that the model was asked about", async () => {
    const screenshotKey = "tenants/acme/asked.png";
    await functions.repositories.steps.put(sampleStep({ jobId }));
    await map(ofFunction("ModelTimeout"), {
      stateName: "PredictAction",
      observation: sampleObservation({ screenshotKey }),
    });
    expect(await snapshots()).toMatchObject([{ screenshotKey }]);
  });

  it("[spec I5.4] is the host's own snapshot when it took one", async () => {
    const errorId = ErrorId.parse(jobIdOf(500));
    await functions.repositories.errors.put(sampleError({ jobId, errorId }));
    await map(ofHost("DeviceDisconnected", { errorId }));
    expect((await snapshots()).map((snapshot) => snapshot.errorId)).toEqual([errorId]);
  });

  it("says why there is no picture", async () => {
    await map(ofFunction("ModelTimeout"), { stateName: "PredictAction", observation: null });
    expect((await snapshots())[0]).toMatchObject({
      screenshotKey: null,
      screenshotMissing: "no screen had been seen yet",
    });
  });
});

describe("the step that was under way", () => {
  const outcome = async () => (await functions.repositories.steps.get(tenantId, jobId, 1))?.outcome;
  beforeEach(() => functions.repositories.steps.put(sampleStep({ jobId })));

  it("[fault D6] is marked as doubtful, and its number is not used again", async () => {
    expect(await map(ofService("States.HeartbeatTimeout"))).toMatchObject({ stepNumber: 2 });
    expect(await outcome()).toMatchObject({
      ok: false,
      effect: "indeterminate",
      errorCode: "States.HeartbeatTimeout",
    });
  });

  it("[fault D6] tells the agent that the work so far is gone when the device is, and only then", async () => {
    const feedback = async () => (await functions.repositories.steps.get(tenantId, jobId, 1))?.feedback;
    await map(ofFunction("StorageUnavailable"), { stateName: "VerifyStep" });
    expect(await feedback()).toBeUndefined();
    await map(ofService("States.HeartbeatTimeout"));
    expect(await feedback()).toContain("set up anew: nothing that was done before stands on it");
  });

  it("is known not to have happened when the lease was lost or the command never sent", async () => {
    await map(ofHost("LeaseLost"));
    expect(await outcome()).toMatchObject({ effect: "none" });
    jobId = jobIdOf(++lastId);
    await functions.repositories.steps.put(sampleStep({ jobId }));
    await map(ofService("SQS.AmazonSQSException"));
    expect(await outcome()).toMatchObject({ effect: "none" });
  });

  it("keeps the outcome that the host wrote before the error", async () => {
    const done = { ok: true, effect: "done", retries: 0 } as const;
    await functions.repositories.steps.complete({
      tenantId,
      jobId,
      stepNumber: 1,
      performedAt: at,
      outcome: done,
    });
    expect(await map(ofFunction("StorageUnavailable"), { stateName: "VerifyStep" })).toMatchObject({
      stepNumber: 2,
    });
    expect(await outcome()).toEqual(done);
  });
});
