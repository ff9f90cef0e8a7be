import * as z from "zod";
import { TaskId } from "../values/batch-ids.ts";
import { BatchId, DeviceId, HostId, JobId, TenantId, Timestamp, Ulid } from "../values/ids.ts";
import { PackageName } from "../values/package-name.ts";
import { SafeText } from "../values/safe-text.ts";

export const SnapshotId = Ulid.brand<"SnapshotId">();
export type SnapshotId = z.infer<typeof SnapshotId>;

/** `person`: requested through the API; `step`: of a job, after a step; `group`: the start of a group of attempts. */
export const SnapshotKind = z.enum(["person", "step", "group"]);
export type SnapshotKind = z.infer<typeof SnapshotKind>;

/** The most forks of one snapshot at the same time. */
export const mostForksAtOnce = 16;

/** A saved state of a device, stored on its host: only devices of that host can restore it (docs/snapshots.md). */
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
    /** Then it is deleted. */
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

/** When to save a job's device: after each step, after failed steps, or never. */
export const SnapshotRule = z.enum(["every", "errors", "off"]);
export type SnapshotRule = z.infer<typeof SnapshotRule>;

/** The state from which a job started on its device. */
export const JobStart = z
  .strictObject({
    /** The one that it went back to, or that was taken for others to go back to. */
    snapshotId: SnapshotId.optional(),
    /** False: the device was as cleaning leaves it, or as a person had it. */
    restored: z.boolean(),
    /** Why it was not restored; or why it differs from the start of the other jobs in its group. */
    reason: z.string().max(500).optional(),
    /** Of the lease of that device. */
    epoch: z.int().min(1),
  })
  .meta({ id: "JobStart" });
export type JobStart = z.infer<typeof JobStart>;

/** How many attempts of a batch at one task start from one snapshot (docs/decisions/0126-groups-begin-from-one-snapshot.md). */
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
  /** Restores of this device since its last restart for too many restores. */
  restores: z.int().min(1),
});
export type RestoreAnswer = z.infer<typeof RestoreAnswer>;

/** What a host answers to a fork. */
export const ForkAnswer = z.strictObject({ snapshotId: SnapshotId, deviceIds: z.array(DeviceId) });
export type ForkAnswer = z.infer<typeof ForkAnswer>;

/** How a host keeps snapshots. */
export const SnapshotSettings = z.strictObject({
  /** Snapshots per device; a job's oldest step snapshot is replaced, a person's request is refused. */
  perDevice: z.int().min(1).max(500).default(64),
  /** How long a snapshot is stored. */
  hours: z.int().min(1).max(720).default(24),
  /** A device is restarted after this many restores. */
  restoresPerBoot: z.int().min(1).max(10_000).default(200),
  /** Save each capable device once in its proved clean state, and restore that before a quarantine. */
  keepClean: z.boolean().default(true),
  /** So long a fork waits for its job before it ends. */
  forkMinutes: z.int().min(1).max(1_440).default(15),
});
export type SnapshotSettings = z.infer<typeof SnapshotSettings>;
