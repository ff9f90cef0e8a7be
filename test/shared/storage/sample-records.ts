import { Host } from "#shared/contracts/device/host.ts";
import type { Observation } from "#shared/contracts/device/observation.ts";
import { Job } from "#shared/contracts/job/job.ts";
import { JobRequest } from "#shared/contracts/job/job-request.ts";
import { ErrorSnapshot } from "#shared/contracts/step/error-snapshot.ts";
import { Step } from "#shared/contracts/step/step.ts";
import { DeviceId, HostId, JobId, PoolName, TenantId } from "#shared/contracts/values/ids.ts";
import { Stage } from "#shared/contracts/values/stage.ts";
import { unsupervised } from "#shared/rules/supervision-of.ts";
import type { ReportedDevice } from "#shared/storage/devices/device-repository.ts";

export const stage = Stage.parse("test");
export const tenantId = TenantId.parse("acme");
export const otherTenantId = TenantId.parse("Acme");
export const hostId = HostId.parse("host-a");
export const deviceId = DeviceId.parse("host-a.emulator-5554");
export const at = "2026-01-01T00:00:00.000Z";

/** The n-th job id in order of time. */
export const jobIdOf = (n: number): JobId => JobId.parse(`01J${String(n).padStart(23, "0")}`);

export const sampleJob = (change: Record<string, unknown> = {}): Job =>
  Job.parse({
    ...JobRequest.parse({ task: "Turn on Bluetooth" }),
    schemaVersion: 1,
    tenantId,
    jobId: jobIdOf(1),
    pool: "default",
    supervision: unsupervised,
    poolQueueUrl: "http://127.0.0.1:4566/000000000000/drover_test_acme_pool_default",
    status: "queued",
    createdAt: at,
    acquisition: 0,
    stepCount: 0,
    usage: { calls: 0, inputTokens: 0, outputTokens: 0 },
    ...change,
  });

export const sampleObservation = (change: Partial<Observation> = {}): Observation => ({
  capturedAt: at,
  screen: { width: 1080, height: 2400 },
  package: "com.android.launcher3",
  activity: ".Launcher",
  keyboardShown: false,
  screenshotKey: null,
  modelScreenshotKey: null,
  modelPicture: null,
  treeKey: null,
  hierarchyKey: null,
  treeHash: "hash-0",
  flags: [],
  ...change,
});

export const sampleStep = (change: Record<string, unknown> = {}): Step =>
  Step.parse({
    schemaVersion: 2,
    tenantId,
    jobId: jobIdOf(1),
    stepNumber: 1,
    predictedAt: at,
    model: "practice-1",
    thinking: "The switch is off.",
    actions: [
      {
        action: { action: "tap", coordinate: [0.5, 0.5] },
        deviceAction: { action: "tap", coordinate: [0.5, 0.5] },
      },
    ],
    before: sampleObservation(),
    usage: { calls: 1, inputTokens: 100, outputTokens: 10 },
    repairs: 0,
    ...change,
  });

export const sampleHost = (change: Partial<Host> = {}): Host => ({
  ...Host.parse({
    schemaVersion: 1,
    tenantId,
    hostId,
    pool: "default",
    commandQueueUrl: "http://127.0.0.1:4566/000000000000/drover_test_acme_host_host-a",
    state: "online",
    version: "0.1.0",
    deviceCount: 2,
    startedAt: at,
    heartbeatAt: at,
  }),
  ...change,
});

export const sampleFacts = (change: Partial<ReportedDevice> = {}): ReportedDevice => ({
  tenantId,
  deviceId,
  hostId,
  pool: PoolName.parse("default"),
  serial: "emulator-5554",
  model: "Virtual Phone",
  androidRelease: "14",
  apiLevel: 34,
  screen: { width: 1080, height: 2400 },
  bootId: "boot-1",
  actions: ["tap"],
  ...change,
});

export const sampleError = (change: Record<string, unknown> = {}): ErrorSnapshot =>
  ErrorSnapshot.parse({
    schemaVersion: 1,
    tenantId,
    errorId: jobIdOf(1),
    jobId: jobIdOf(1),
    capturedAt: at,
    name: "DeviceDisconnected",
    code: "DeviceDisconnected",
    message: "device 'emulator-5554' not found",
    advice: ["Reconnect the device."],
    retryable: true,
    stepNumber: 1,
    stateName: "PerformAction",
    screenshotKey: null,
    hierarchyKey: null,
    ...change,
  });
