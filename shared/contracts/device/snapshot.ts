import * as z from "zod";
import { TaskId } from "../values/batch-ids.ts";
import { BatchId, DeviceId, HostId, JobId, TenantId, Timestamp, Ulid } from "../values/ids.ts";
import { PackageName } from "../values/package-name.ts";
import { SafeText } from "../values/safe-text.ts";

export const SnapshotId = Ulid.brand<"SnapshotId">();
export type SnapshotId = z.infer<typeof SnapshotId>;

/** `person`: asked for by the API; `step`: a job's, after a step of it; `group`: what a group of attempts begins from. */
export const SnapshotKind = z.enum(["person", "step", "group"]);
export type SnapshotKind = z.infer<typeof SnapshotKind>;

/** One may be forked into so many devices at once. */
export const mostForksAtOnce = 16;

/** A device as it was, kept where the device is: only that host's devices can go back to it (docs/snapshots.md). */
export const Snapshot = z
  .strictObject({
    schemaVersion: z.literal(1),
    tenantId: TenantId,
    snapshotId: SnapshotId,
    deviceId: DeviceId,
    hostId: HostId,
    kind: SnapshotKind,
    /** A person's words for it. */
    label: SafeText.trim().min(1).max(100).optional(),
    createdAt: Timestamp,
    /** Then it goes; nobody can go back to it after. */
    expiresAt: Timestamp,
    /** Of the job that held the device, and its last step then. */
    jobId: JobId.optional(),
    stepNumber: z.int().min(0).optional(),
    /** As the device's provider counts it; absent when it does not say. */
    bytes: z.int().min(0).optional(),
    /** How long the device took for it. */
    milliseconds: z.number().min(0),
    /** The app in front then: how a restore is seen to have come true. Empty when none was. */
    package: z.string().max(300),
    /** Apps that were used since the device was clean: their data is cleared when it is cleaned again. */
    touched: z.array(PackageName).max(500),
    /** A secret had been typed: no person's restore or fork shows it, only a job's, which masks it. */
    holdsSecrets: z.boolean(),
  })
  .meta({ id: "Snapshot" });
export type Snapshot = z.infer<typeof Snapshot>;

/** When a job's device is kept: after each step, after those that went wrong, or never. */
export const SnapshotRule = z.enum(["every", "errors", "off"]);
export type SnapshotRule = z.infer<typeof SnapshotRule>;

/** From what a job began on its device. */
export const JobStart = z
  .strictObject({
    /** The one that it went back to, or that was taken for others to go back to. */
    snapshotId: SnapshotId.optional(),
    /** False: the device was as cleaning leaves it, or as a person had it. */
    restored: z.boolean(),
    /** Why not, when it was to be; or why it is not what others of its group began from. */
    reason: z.string().max(500).optional(),
    /** Of the lease of that device. */
    epoch: z.int().min(1),
  })
  .meta({ id: "JobStart" });
export type JobStart = z.infer<typeof JobStart>;

/** Of a batch's attempts at one task, so many that begin from one snapshot (docs/decisions/0126-groups-begin-from-one-snapshot.md). */
export const AttemptGroup = z.strictObject({
  tenantId: TenantId,
  batchId: BatchId,
  taskId: TaskId,
  /** From 1, for each task; all variants share it. */
  group: z.int().min(1),
  snapshotId: SnapshotId,
  hostId: HostId,
  deviceId: DeviceId,
  /** The one that was prepared for all. */
  jobId: JobId,
  preparedAt: Timestamp,
});
export type AttemptGroup = z.infer<typeof AttemptGroup>;

/** What a host answers to a restore. */
export const RestoreAnswer = z.strictObject({
  snapshotId: SnapshotId,
  deviceId: DeviceId,
  /** Until it was seen to have come true. */
  milliseconds: z.number().min(0),
  /** Of this device since it was last restarted for having been restored so often. */
  restores: z.int().min(1),
});
export type RestoreAnswer = z.infer<typeof RestoreAnswer>;

/** What a host answers to a fork. */
export const ForkAnswer = z.strictObject({ snapshotId: SnapshotId, deviceIds: z.array(DeviceId) });
export type ForkAnswer = z.infer<typeof ForkAnswer>;

/** How a host keeps snapshots. */
export const SnapshotSettings = z.strictObject({
  /** Of one device; of a job's steps the oldest goes for the next, a person's is refused. */
  perDevice: z.int().min(1).max(500).default(64),
  /** How long one is kept. */
  hours: z.int().min(1).max(720).default(24),
  /** A device that was restored so often is restarted. */
  restoresPerBoot: z.int().min(1).max(10_000).default(200),
  /** Each device that can is kept as it was proved clean, once, and goes back to that before it is quarantined. */
  keepClean: z.boolean().default(true),
  /** So long a fork waits for its job before it ends. */
  forkMinutes: z.int().min(1).max(1_440).default(15),
});
export type SnapshotSettings = z.infer<typeof SnapshotSettings>;
