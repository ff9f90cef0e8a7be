import * as z from "zod";
import { ExpectedState, LocateRequest, ScreenshotRequest } from "../device/device-tools.ts";
import { ModelPictureOrder, Perception } from "../device/perception.ts";
import { mostForksAtOnce, Snapshot, SnapshotId } from "../device/snapshot.ts";
import { SplitApps } from "../device/split-screen.ts";
import { Requirements } from "../job/job-request.ts";
import { UIAction } from "../protocol/ui-action.ts";
import { SessionRequest } from "../session/session-call.ts";
import { mostActions } from "../step/step.ts";
import { StoredAction } from "../step/stored-action.ts";
import { DeviceId, HostId, JobId, TenantId, Timestamp, Ulid } from "../values/ids.ts";

const taskToken = z.string().min(1).max(2_048);

/** What a job's device must be, as a host hears it. */
export const AcquireRequirements = Requirements.extend({
  /** It is to be on another host than these, as long as there is one. */
  otherHost: z
    .strictObject({
      than: z.array(HostId).min(1).max(20),
      /** Of the message, for the one that hands it on. */
      messageGroupId: z.string().min(1).max(128),
      /** By how many hosts it was handed on. */
      handedOn: z.int().min(0),
    })
    .optional(),
});
export type AcquireRequirements = z.infer<typeof AcquireRequirements>;

/**
 * A job waits for a device: on its pool's queue, on the queue of the one device that it named or, for a device as it is, on the
 * command queue of that device's host. Answered with a Lease.
 */
export const AcquireCommand = z.strictObject({
  schemaVersion: z.literal(1),
  kind: z.literal("acquire"),
  taskToken,
  tenantId: TenantId,
  jobId: JobId,
  /** 1 for the job's first device, raised for each further one. */
  acquisition: z.int().min(1),
  requirements: AcquireRequirements,
});
export type AcquireCommand = z.infer<typeof AcquireCommand>;

const leased = {
  schemaVersion: z.literal(1),
  taskToken,
  tenantId: TenantId,
  jobId: JobId,
  deviceId: DeviceId,
  epoch: z.int().min(1),
  /** Same command, same id, however often it is delivered: the host answers a repeated one from its journal. */
  commandId: z
    .string()
    .min(1)
    .max(120)
    .regex(/^[A-Za-z0-9_-]+$/),
  /** The host gives up and says so after this long. */
  deadlineSeconds: z.int().min(1).max(600),
};

const looking = {
  /** The JPEG for the model to make beside the PNG; null: none. */
  modelPicture: ModelPictureOrder.nullable(),
  ocr: Perception.shape.ocr,
};

/** Makes the screen usable, checks the device supports the job, runs the validators once, observes. */
export const SetUpCommand = z.strictObject({
  ...leased,
  kind: z.literal("setUp"),
  /** False when a job continues after an error: the validators are not run again. */
  precheck: z.boolean(),
  ...looking,
});
export const PerformCommand = z.strictObject({
  ...leased,
  kind: z.literal("perform"),
  stepNumber: z.int().min(1),
  /** Done in order until one goes wrong; none at all: the screen is looked at again. */
  actions: z.array(StoredAction).max(mostActions).readonly(),
  ...looking,
});
/** Two apps side by side, or one alone again (null): sent by the job that holds the lease, before it lends it. */
export const SplitScreenCommand = z.strictObject({
  ...leased,
  kind: z.literal("splitScreen"),
  apps: SplitApps.nullable(),
});
/** Compares the device with what the job found. */
export const CompareCommand = z.strictObject({ ...leased, kind: z.literal("compare") });
/** Runs the job's validators on the device; the claim's answer comes from the job. */
export const JudgeCommand = z.strictObject({ ...leased, kind: z.literal("judge") });
/** Cleans the device, proves it clean and frees it. */
export const ReleaseCommand = z.strictObject({
  ...leased,
  kind: z.literal("release"),
  /** The lease is the parent job's and stays: only this job's part in it ends. */
  lent: z.boolean().optional(),
});

/** On a host's own queue: what a lease's holder wants done. */
export const LeasedCommand = z.discriminatedUnion("kind", [
  SetUpCommand,
  PerformCommand,
  SplitScreenCommand,
  CompareCommand,
  JudgeCommand,
  ReleaseCommand,
]);
export type LeasedCommand = z.infer<typeof LeasedCommand>;
export type LeasedCommandOf<K extends LeasedCommand["kind"]> = Extract<LeasedCommand, { kind: K }>;

/**
 * Asked by the public API for a person (docs/spec.md A7) or to put devices out of service: on the host's own queue,
 * answered as an item in the table.
 */
export const DeviceRequest = z.strictObject({
  schemaVersion: z.literal(1),
  kind: z.literal("request"),
  tenantId: TenantId,
  deviceId: DeviceId,
  requestId: Ulid,
  /** Later than this nobody waits for it: dropped. */
  expiresAt: Timestamp,
  request: z.discriminatedUnion("type", [
    z.strictObject({ type: z.literal("ui-tree") }),
    z.strictObject({
      type: z.literal("execute"),
      action: UIAction,
      /** The job that holds the device and waits for an answer: done within its lease. */
      held: z.strictObject({ jobId: JobId, epoch: z.int().min(1) }).optional(),
    }),
    z.strictObject({ type: z.literal("quarantine"), reason: z.string().max(300) }),
    z.strictObject({ type: z.literal("release") }),
    z.strictObject({ type: z.literal("apps") }),
    z.strictObject({ type: z.literal("locate"), locate: LocateRequest }),
    z.strictObject({ type: z.literal("validate"), expected: ExpectedState }),
    z.strictObject({ type: z.literal("screenshot"), screenshot: ScreenshotRequest }),
    z.strictObject({ type: z.literal("hierarchy") }),
    SessionRequest,
    z.strictObject({ type: z.literal("snapshot"), label: Snapshot.shape.label }),
    z.strictObject({ type: z.literal("restore"), snapshotId: SnapshotId }),
    z.strictObject({
      type: z.literal("fork"),
      snapshotId: SnapshotId,
      count: z.int().min(1).max(mostForksAtOnce),
    }),
    z.strictObject({ type: z.literal("removeSnapshot"), snapshotId: SnapshotId }),
  ]),
});
export type DeviceRequest = z.infer<typeof DeviceRequest>;

export const HostMessage = z.discriminatedUnion("kind", [
  AcquireCommand,
  SetUpCommand,
  PerformCommand,
  SplitScreenCommand,
  CompareCommand,
  JudgeCommand,
  ReleaseCommand,
  DeviceRequest,
]);
export type HostMessage = z.infer<typeof HostMessage>;
