import * as z from "zod";
import { Batch, BatchStatus, RetryChoice } from "../../batch/batch.ts";
import { BatchCounts } from "../../batch/batch-counts.ts";
import { BatchItem, BatchItemStatus } from "../../batch/batch-item.ts";
import { maxInlineLines } from "../../batch/batch-manifest.ts";
import { ResultFormat } from "../../batch/batch-result.ts";
import { BatchBudget, BatchSettings, EnoughRule, RetryRule, StopRule } from "../../batch/batch-settings.ts";
import { JobOutcome } from "../../job/job.ts";
import { BatchItemKey, BatchName, TaskId, VariantName } from "../../values/batch-ids.ts";
import { JobId, Timestamp, UploadId } from "../../values/ids.ts";
import { PageQuery, pageOf } from "../../values/page.ts";
import { SafeText } from "../../values/safe-text.ts";
import { Tag } from "../../values/tag.ts";
import { Links } from "./links.ts";

/** Defaults of lines. A line's own values win, field by field within objects. */
export const LineDefaults = z
  .strictObject({
    tags: z.array(Tag).max(20).optional(),
    weight: z.number().positive().max(1_000).optional(),
    /** Parts of a job's request. */
    request: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: "LineDefaults" });
export type LineDefaults = z.infer<typeof LineDefaults>;

/** What is run: lines in the request, or a manifest that was uploaded. */
export const manifestFields = {
  /** Each a BatchLine. They are checked all together: one that is bad refuses them all. */
  lines: z
    .array(z.unknown().meta({ override: { $ref: "#/components/schemas/BatchLine" } }))
    .min(1)
    .max(
      maxInlineLines,
      `at most ${maxInlineLines} lines: upload a longer manifest (POST /v1/batches/uploads)`,
    )
    .optional(),
  uploadId: UploadId.optional(),
  defaults: LineDefaults.optional(),
};
type ManifestFields = { readonly [Field in keyof typeof manifestFields]?: unknown };

/** A request has the one or the other, and defaults only for its own lines. */
export const oneManifest = <Request extends z.ZodType<ManifestFields>>(request: Request): Request =>
  request
    .refine(({ lines, uploadId }) => (lines === undefined) !== (uploadId === undefined), {
      error: "must have either 'lines' or 'uploadId'",
    })
    .refine(({ defaults, uploadId }) => defaults === undefined || uploadId === undefined, {
      path: ["defaults"],
      error: "can be used only with 'lines': each line of a manifest is complete",
    });

/** The body of `POST /v1/batches`. */
export const BatchRequest = oneManifest(
  z.strictObject({
    /** The same name again continues with that batch: lines that it knows are kept, others are new. */
    name: BatchName,
    /** Absent, of a batch that exists: its own. */
    settings: BatchSettings.optional(),
    ...manifestFields,
  }),
);
export type BatchRequest = z.infer<typeof BatchRequest>;

/** A batch as its tenant sees it. */
export const PublicBatch = z
  .object(
    Batch.omit({
      tenantId: true,
      revision: true,
      manifest: true,
      submissions: true,
      retries: true,
      executionArn: true,
      before: true,
      resultKeys: true,
    }).shape,
  )
  .meta({ id: "PublicBatch" });
export type PublicBatch = z.infer<typeof PublicBatch>;

export const SubmittedBatch = PublicBatch.extend({
  /** Lines that the batch had already; null while an uploaded manifest is being read. */
  kept: z.int().min(0).nullable(),
  new: z.int().min(0).nullable(),
});
export type SubmittedBatch = z.infer<typeof SubmittedBatch>;

export const BatchPage = pageOf(PublicBatch);
export type BatchPage = z.infer<typeof BatchPage>;

/** How far it is. */
export const BatchProgress = z.object({
  /** Lines whose job has not been started. */
  pending: z.int().min(0),
  running: z.int().min(0),
  ended: z.int().min(0),
  skipped: z.int().min(0),
  /** Of all lines: those that ended or were skipped. */
  share: z.number().min(0).max(1),
  /** Jobs that ended since the run began, per minute; absent before the first. */
  endedPerMinute: z.number().min(0).optional(),
  stepsPerMinute: z.number().min(0).optional(),
  /** When the rest will have ended if it continues like this. */
  expectedEnd: Timestamp.optional(),
});
export type BatchProgress = z.infer<typeof BatchProgress>;

export const BatchResponse = PublicBatch.extend({
  counts: BatchCounts,
  progress: BatchProgress,
  costUsd: z.number().min(0),
  deviceMinutes: z.number().min(0),
  /** What its budget still allows, of the dimensions that have one. */
  budgetLeft: z.object({
    costUsd: z.number().optional(),
    tokens: z.number().optional(),
    steps: z.number().optional(),
    deviceMinutes: z.number().optional(),
  }),
});
export type BatchResponse = z.infer<typeof BatchResponse>;

export const BatchListQuery = PageQuery.extend({
  status: BatchStatus.optional(),
  /** The one batch that has the name. */
  name: BatchName.optional(),
});

/** Why an item did not succeed; the same for items alike. */
export const CauseId = z.string().regex(/^[0-9a-f]{10}$/);

/** Which of a batch's items a list is to have. Lines that no job was started for have no item yet. */
export const BatchItemFilter = z.strictObject({
  status: BatchItemStatus.optional(),
  /** Of the last attempt. */
  outcome: JobOutcome.optional(),
  errorCode: z.string().min(1).max(60).optional(),
  /** As GET /v1/batches/{id}/causes gives it. */
  cause: CauseId.optional(),
  tag: Tag.optional(),
  /** The item's variant: a model's or an agent's name. */
  model: VariantName.optional(),
  taskId: TaskId.optional(),
});
export type BatchItemFilter = z.infer<typeof BatchItemFilter>;

export const BatchItemQuery = PageQuery.extend(BatchItemFilter.shape);

export const PublicBatchItem = z.object(BatchItem.omit({ tenantId: true }).shape);
export type PublicBatchItem = z.infer<typeof PublicBatchItem>;

export const BatchItemPage = pageOf(PublicBatchItem);
export type BatchItemPage = z.infer<typeof BatchItemPage>;

/** Who changes a batch, and why: stored with it. */
const steering = {
  by: SafeText.trim().min(1).max(100).default("API"),
  reason: SafeText.trim().min(1).max(500),
};

export const SteeringRequest = z.strictObject(steering).meta({ id: "SteeringRequest" });
export type SteeringRequest = z.infer<typeof SteeringRequest>;

export const RetryRequest = z.strictObject({ ...steering, which: RetryChoice });
export type RetryRequest = z.infer<typeof RetryRequest>;

export const RequeueRequest = z
  .strictObject({
    ...steering,
    itemKeys: z.array(BatchItemKey).min(1).max(100).optional(),
    /** Each job selects its item. */
    jobIds: z.array(JobId).min(1).max(100).optional(),
  })
  .refine(({ itemKeys, jobIds }) => (itemKeys === undefined) !== (jobIds === undefined), {
    error: "must have either 'itemKeys' or 'jobIds'",
  });
export type RequeueRequest = z.infer<typeof RequeueRequest>;

/** What is left out stays; of `budget` and `retry` each field by itself, and null takes a limit or rule away. */
export const SettingsChange = z.strictObject({
  concurrency: BatchSettings.shape.concurrency.unwrap().optional(),
  priority: BatchSettings.shape.priority.unwrap().optional(),
  budget: z
    .strictObject({
      costUsd: BatchBudget.shape.costUsd.unwrap().nullable().optional(),
      tokens: BatchBudget.shape.tokens.unwrap().nullable().optional(),
      steps: BatchBudget.shape.steps.unwrap().nullable().optional(),
      deviceMinutes: BatchBudget.shape.deviceMinutes.unwrap().nullable().optional(),
      onBreach: BatchBudget.shape.onBreach.unwrap().optional(),
    })
    .optional(),
  retry: z
    .strictObject({
      inconclusive: RetryRule.shape.inconclusive.unwrap().optional(),
      failed: RetryRule.shape.failed.unwrap().optional(),
      strategy: RetryRule.shape.strategy.unwrap().optional(),
    })
    .optional(),
  stop: StopRule.nullable().optional(),
  stopWhen: EnoughRule.nullable().optional(),
});
export type SettingsChange = z.infer<typeof SettingsChange>;

/** The body of `PATCH /v1/batches/{id}`. */
export const BatchSteering = z
  .strictObject({
    ...steering,
    settings: SettingsChange.optional(),
    /** All that are to be paused from now on; none: every one continues. */
    pausedVariants: z.array(VariantName).max(100).optional(),
  })
  .refine(({ settings, pausedVariants }) => settings !== undefined || pausedVariants !== undefined, {
    error: "must have 'settings' or 'pausedVariants'",
  });
export type BatchSteering = z.infer<typeof BatchSteering>;

/** Where a manifest is to be sent: a POST of multipart/form-data with these fields, the file's last. */
export const ManifestUpload = z.object({
  uploadId: UploadId,
  url: z.url(),
  fields: z.record(z.string(), z.string()),
  maxBytes: z.int(),
  /** Until then it can be sent. */
  expiresAt: Timestamp,
});
export type ManifestUpload = z.infer<typeof ManifestUpload>;

export const BatchResults = z.object({
  format: ResultFormat,
  /** False: the batch has not ended, and these are the results so far. */
  complete: z.boolean(),
  /** `results`: the file, for five minutes. */
  links: Links,
});
export type BatchResults = z.infer<typeof BatchResults>;
