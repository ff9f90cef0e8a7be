import { describe, expect, it } from "vitest";
import { checksCallback } from "#shared/contracts/job/callback.ts";
import { CheckName } from "#shared/contracts/judging/external-check.ts";
import { DeviceId } from "#shared/contracts/values/ids.ts";
import {
  lease,
  map,
  ofFunction,
  ofHost,
  ofService,
  snapshots,
  withCaughtErrors,
} from "../agent/errors/map-caught.ts";
import {
  at,
  deviceId,
  hostId,
  jobIdOf,
  sampleJob,
  sampleObservation,
  tenantId,
} from "../shared/storage/sample-records.ts";
import { functions, jobId, nextJob, withFunctions } from "./job-per-test.ts";

withFunctions();
withCaughtErrors();

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

  it("of a job whose workflow lends it the device is never another device", async () => {
    expect(await map(ofHost("DeviceDisconnected"), { lent: true })).toMatchObject({
      route: "release",
      end: { reason: "infrastructure" },
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
      end: { reason: "infrastructure", detail: "No device became free within 3600 s." },
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

  const judging = { stateName: "JudgeOutcome" };
  it("[fault A23] begins again when the device is lost while it is judged, and never judges another in its place", async () => {
    const { jobs, checks } = functions.repositories;
    await jobs.saveClaim(tenantId, jobId, { status: "success" });
    await jobs.pause(tenantId, jobId, {
      ...{ for: "checks", callbackId: checksCallback, since: at, until: at, holdsDevice: true },
    });
    const name = CheckName.parse("ledger");
    await checks.put({ schemaVersion: 1, tenantId, jobId, name, passed: true, observed: "", checkedAt: at });
    expect(await map(ofHost("StorageUnavailable"), judging)).toMatchObject({ route: "observe" });
    expect(await jobs.get(tenantId, jobId)).toMatchObject({ claim: { status: "success" } });
    expect(await map(ofHost("DeviceDisconnected"), judging)).toMatchObject({ route: "reacquire" });
    const again = await jobs.get(tenantId, jobId);
    expect(again).not.toHaveProperty("claim");
    // What its caller saw was the lost device's too.
    expect(again).not.toHaveProperty("pause");
    expect(await checks.listByJob(tenantId, jobId)).toEqual([]);
  });

  it("[fault A23] ends a session whose device is lost while it is judged: nobody would do again what its user did", async () => {
    const session = { idleTimeoutSeconds: 60, hardTimeoutSeconds: 600, labels: {}, apps: [] };
    const other = jobIdOf(998);
    await functions.repositories.jobs.create(
      sampleJob({ jobId: other, status: "running", acquisition: 1, startedAt: at, session }),
    );
    expect(await map(ofHost("DeviceDisconnected"), { ...judging, jobId: other })).toMatchObject({
      route: "release",
      end: { reason: "infrastructure" },
    });
  });

  it("ends a job that is not there", async () => {
    expect(
      await map(ofFunction("NotFound"), { jobId: jobIdOf(999), stateName: "PrepareJob", lease: null }),
    ).toMatchObject({
      route: "finish",
    });
  });
});

describe("a session whose device is lost", () => {
  const session = { idleTimeoutSeconds: 60, hardTimeoutSeconds: 600, labels: {}, apps: [] };
  const begun = async () => {
    nextJob();
    const held = { deviceId, hostId, leaseEpoch: lease.epoch };
    await functions.repositories.jobs.create(
      sampleJob({ jobId, status: "running", acquisition: 1, startedAt: at, session, ...held }),
    );
  };
  const seen = { observation: sampleObservation() };
  const stored = () => functions.repositories.jobs.get(tenantId, jobId);

  it.each(["DeviceDisconnected", "LeaseLost", "HostDraining"] as const)(
    "[fault A24] by %s takes no other device, and is told why",
    async (code) => {
      await begun();
      expect(await map(ofHost(code), seen)).toEqual({ route: "lost", stepNumber: 1 });
      expect(await stored()).toMatchObject({
        status: "queued",
        deviceLost: { deviceId, epoch: lease.epoch, reason: `${code} happened` },
      });
    },
  );

  it("[fault A24] by a silent host takes no other in any state, and keeps the host's own words if there are any", async () => {
    for (const stateName of ["SetUpDevice", "PredictAction", "PerformAction", "VerifyStep"]) {
      await begun();
      const loss = { deviceId, epoch: lease.epoch, at, reason: "it was unplugged" };
      await functions.repositories.jobs.noteDeviceLost(tenantId, jobId, loss);
      const silent = await map(ofService("States.HeartbeatTimeout"), { ...seen, stateName });
      expect(silent).toMatchObject({ route: "lost" });
      expect((await stored())?.deviceLost).toEqual(loss);
    }
  });

  it("[fault A24] before its user has seen it is given another", async () => {
    await begun();
    const starting = await map(ofHost("DeviceDisconnected"), { stateName: "SetUpDevice" });
    expect(starting).toMatchObject({ route: "reacquire" });
    expect(await stored()).not.toHaveProperty("deviceLost");
  });
});
