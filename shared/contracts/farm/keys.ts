import type { ScheduleId, ScheduleRunId } from "../batch/schedule.ts";
import { CallbackId } from "../job/callback.ts";
import {
  type BatchId,
  type DeviceId,
  type ErrorId,
  JobId,
  type TenantId,
  type TrajectoryId,
  type UploadId,
} from "../values/ids.ts";
import type { Stage } from "../values/stage.ts";

/** The one place where S3 keys are built. Every key begins with the tenant, or with one word before it; no part of one comes from a person or a device. */

/** What tenants keep lies under this. */
export const tenantsPrefix = "tenants/";
export const tenantPrefix = (tenantId: TenantId): string => `${tenantsPrefix}${tenantId}/`;

/** Everything of one job lies under this. */
export const jobPrefix = (tenantId: TenantId, jobId: JobId): string =>
  `${tenantPrefix(tenantId)}jobs/${jobId}/`;
const padded = (stepNumber: number): string => String(stepNumber).padStart(4, "0");

type ObservationPart = "screenshot.png" | "screenshot.webp" | "model.jpg" | "tree.json" | "hierarchy.xml";

/**
 * An observation after `stepNumber` (0: before the first) taken by command `commandId`, so that a repeated observation
 * never overwrites the evidence of an earlier one.
 */
export const observationKey = (
  tenantId: TenantId,
  jobId: JobId,
  stepNumber: number,
  commandId: string,
  part: ObservationPart,
): string => `${jobPrefix(tenantId, jobId)}steps/${padded(stepNumber)}/${commandId}/${part}`;

/** What the device said of itself and its apps when `commandId` set it up. */
export const deviceContextKey = (tenantId: TenantId, jobId: JobId, commandId: string): string =>
  `${jobPrefix(tenantId, jobId)}device/${commandId}.json`;

/** `before`: how `commandId` found the device; `judgement`: all that it judged by. */
export const judgingKey = (
  tenantId: TenantId,
  jobId: JobId,
  commandId: string,
  part: "before" | "judgement",
): string => `${jobPrefix(tenantId, jobId)}judging/${commandId}/${part}.json`;

export const errorArtifactKey = (
  tenantId: TenantId,
  jobId: JobId,
  errorId: ErrorId,
  part: "screenshot.png" | "hierarchy.xml",
): string => `${jobPrefix(tenantId, jobId)}errors/${errorId}/${part}`;

/** The screen that was sent with an exception. */
export const sentScreenKey = (tenantId: TenantId, jobId: JobId, part: "screenshot" | "tree.json"): string =>
  `${jobPrefix(tenantId, jobId)}sent/${part}`;

/** What a job's models were asked and replied lies under this, and everything else that its `debug` keeps; `stepNumber`: of that step alone. */
export const debugPrefix = (tenantId: TenantId, jobId: JobId, stepNumber?: number): string =>
  `${jobPrefix(tenantId, jobId)}debug/${stepNumber === undefined ? "" : `step-${padded(stepNumber)}/`}`;

/** `name`: what Drover made up itself, such as a command's id. */
export const debugKey = (tenantId: TenantId, jobId: JobId, stepNumber: number, name: string): string =>
  `${debugPrefix(tenantId, jobId, stepNumber)}${name}.json`;

/** What a person asked to see of a device, `requestId` by `requestId`. */
export const lookKey = (
  tenantId: TenantId,
  deviceId: DeviceId,
  requestId: string,
  part: "screenshot.png" | "windows.xml",
): string => `${tenantPrefix(tenantId)}devices/${deviceId}/${requestId}/${part}`;

/** The task as it was spoken. */
export const voiceKey = (tenantId: TenantId, jobId: JobId): string => `${jobPrefix(tenantId, jobId)}voice`;

/** The tools that the job's agent may call. */
export const toolListKey = (tenantId: TenantId, jobId: JobId): string =>
  `${jobPrefix(tenantId, jobId)}tools.json`;

/** As its sender uploaded it: no host reads it there. */
export const sessionUploadKey = (tenantId: TenantId, uploadId: UploadId): string =>
  `${uploadsPrefix}${tenantId}/${uploadId}.file`;

/** An app that jobs are given: kept when the first of them is submitted, since batches continue for longer than an upload lies. */
export const preparedAppKey = (tenantId: TenantId, uploadId: UploadId): string =>
  `${tenantPrefix(tenantId)}apps/${uploadId}.apk`;

/** What a session's user sent to its device, or fetched from it. */
export const sessionFileKey = (tenantId: TenantId, jobId: JobId, uploadId: UploadId): string =>
  `${jobPrefix(tenantId, jobId)}files/${uploadId}`;

/** Of the screen, by the lease that recorded it. */
export const screenRecordingKey = (
  tenantId: TenantId,
  jobId: JobId,
  epoch: number,
  part: "screen.mp4" | "captions.vtt" | "chapters.vtt" | "timeline.json",
): string => `${jobPrefix(tenantId, jobId)}recordings/${epoch}/${part}`;

/** What the device's log said of the job's apps, by the lease. */
export const appLogKey = (tenantId: TenantId, jobId: JobId, epoch: number): string =>
  `${jobPrefix(tenantId, jobId)}logs/${epoch}.txt`;

export const trajectoryKey = (tenantId: TenantId, jobId: JobId): string =>
  `${jobPrefix(tenantId, jobId)}trajectory.json`;

/** What was exported of the job lies under this, and is no part of what is exported. */
export const exportPrefix = (tenantId: TenantId, jobId: JobId): string =>
  `${jobPrefix(tenantId, jobId)}exports/`;

/** What a job does before a model is asked, or instead. */
export const recordingKey = (tenantId: TenantId, jobId: JobId): string =>
  `${jobPrefix(tenantId, jobId)}source.json`;

/** One that was uploaded. */
export const uploadedTrajectoryKey = (tenantId: TenantId, trajectoryId: TrajectoryId): string =>
  `${tenantPrefix(tenantId)}trajectories/${trajectoryId}.json`;

export const callbacksPrefix = "callbacks/";

/** Everything of one batch lies under this. */
export const batchPrefix = (tenantId: TenantId, batchId: BatchId): string =>
  `tenants/${tenantId}/batches/${batchId}/`;

/** JSONL of BatchLine. `part`: a ULID, so that two who add to a batch at once do not write the same object. */
export const manifestKey = (tenantId: TenantId, batchId: BatchId, part: string): string =>
  `${batchPrefix(tenantId, batchId)}manifest/${part}.jsonl`;

/** JSONL of ManifestEntry: where each line of the part lies, and all that is needed of it to choose. */
export const manifestIndexKey = (tenantId: TenantId, batchId: BatchId, part: string): string =>
  `${batchPrefix(tenantId, batchId)}manifest/${part}.index.jsonl`;

/** What one round of a run works through. */
export const batchRoundKey = (tenantId: TenantId, batchId: BatchId, run: number, round: number): string =>
  `${batchPrefix(tenantId, batchId)}rounds/${padded(run)}-${padded(round)}.jsonl`;

/** Everything that a batch comes to lies under this. */
export const batchResultsPrefix = (tenantId: TenantId, batchId: BatchId): string =>
  `${batchPrefix(tenantId, batchId)}results/`;

/** `name`: of Drover's own making. */
export const batchResultKey = (tenantId: TenantId, batchId: BatchId, name: string): string =>
  `${batchResultsPrefix(tenantId, batchId)}${name}`;

export const uploadsPrefix = "uploads/";

/** A manifest as its sender uploaded it, not checked yet. */
export const manifestUploadKey = (tenantId: TenantId, uploadId: UploadId): string =>
  `${uploadsPrefix}${tenantId}/${uploadId}.jsonl`;

export const schedulesPrefix = "schedules/";

/** What a schedule runs, kept as long as the schedule is: not under `tenants/`, which is let go with time. */
export const scheduledManifestKey = (
  tenantId: TenantId,
  scheduleId: ScheduleId,
  uploadId: UploadId,
): string => `${scheduledManifestPrefix(tenantId, scheduleId)}${uploadId}.jsonl`;

export const scheduledManifestPrefix = (tenantId: TenantId, scheduleId: ScheduleId): string =>
  `${schedulesPrefix}${tenantId}/${scheduleId}/`;

/** What a run changed against the one before it. */
export const scheduleDiffKey = (tenantId: TenantId, scheduleId: ScheduleId, runId: ScheduleRunId): string =>
  `${tenantPrefix(tenantId)}schedules/${scheduleId}/${runId}.json`;

/**
 * Task tokens of a tenant's jobs that wait for a person or a check lie under this, and nothing else. No host's policy covers
 * it, and no link is made to what is not under `tenants/` (docs/security.md rule 5).
 */
export const callbackPrefix = (tenantId: TenantId): string => `${callbacksPrefix}${tenantId}/`;

export const callbackKey = (tenantId: TenantId, jobId: JobId, callbackId: CallbackId): string =>
  `${callbackPrefix(tenantId)}${jobId}/${callbackId}.json`;

/** Which wait a key is of; null: none. */
export function callbackOf(key: string): { readonly jobId: JobId; readonly callbackId: CallbackId } | null {
  const [, job, name = ""] = /^callbacks\/[^/]+\/([^/]+)\/([^/]+)\.json$/.exec(key) ?? [];
  const [jobId, callbackId] = [JobId.safeParse(job), CallbackId.safeParse(name)];
  return jobId.success && callbackId.success ? { jobId: jobId.data, callbackId: callbackId.data } : null;
}

/** True only for keys of this tenant: checked before any link to an artifact is made. */
export const isTenantKey = (tenantId: TenantId, key: string): boolean =>
  key.startsWith(`${tenantPrefix(tenantId)}`);

/** Not under `drover/`: hosts may read there what they type. */
export const webhookSecretPrefix = (stage: Stage): string => `drover-webhooks/${stage}/`;
export const webhookSecretId = (stage: Stage, tenantId: TenantId, webhookId: string): string =>
  `${webhookSecretPrefix(stage)}${tenantId}/${webhookId}`;

/** Under which Secrets Manager keeps a secret; a role may read what lies under its tenant. */
export const secretId = (stage: Stage, tenantId: TenantId, name: string): string =>
  `drover/${stage}/${tenantId}/${name}`;
