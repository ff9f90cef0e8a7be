import * as z from "zod";
import { JobOutcome } from "../job/job.ts";
import { BatchName } from "../values/batch-ids.ts";
import { BatchId, JobId, Timestamp } from "../values/ids.ts";

/** How what jobs did leaves the farm (docs/exports.md). */
export const ExportFormat = z.enum([
  "json",
  "zip",
  "atif",
  "sft",
  "hf",
  "junit",
  "csv",
  "gif",
  "markdown",
  "androidworld",
  "traces",
]);
export type ExportFormat = z.infer<typeof ExportFormat>;

/** Which of the jobs are exported. */
export const ExportFilter = z.strictObject({
  /** Those that ended so. */
  only: z.array(JobOutcome).min(1).optional(),
  /** Those whose agent said what the device showed. */
  agree: z.boolean().optional(),
  /** Those with no more steps. */
  maxSteps: z.int().min(0).optional(),
  /** Of jobs that did the same on the same screens, the first. */
  dedupe: z.boolean().optional(),
});
export type ExportFilter = z.infer<typeof ExportFilter>;

export const FindingKind = z.enum(["secret", "token", "email", "phone"]);
export type FindingKind = z.infer<typeof FindingKind>;

/** What was found of what nobody may want to hand on: how often and in which field, never what it is. */
export const RedactionFinding = z.strictObject({
  kind: FindingKind,
  /** For example `steps.thinking`, or `tree.json` of an artifact. */
  where: z.string().max(200),
  count: z.int().min(1),
});
export type RedactionFinding = z.infer<typeof RedactionFinding>;

export const RedactionReport = z.strictObject({
  /** Nothing was found. Pictures are not read for it. */
  clean: z.boolean(),
  findings: z.array(RedactionFinding),
  /** Marks that stand where the host masked a secret. */
  maskedSecrets: z.int().min(0),
  /** Pictures in the export, whose fields with secrets the host painted over when it took them. */
  pictures: z.int().min(0),
});
export type RedactionReport = z.infer<typeof RedactionReport>;

/** `manifest.json` of an exported zip: all that lies in it, and whose it is. */
export const ExportManifest = z.strictObject({
  schemaVersion: z.literal(1),
  kind: z.literal("drover-export"),
  exportedAt: Timestamp,
  /** The version of drover that wrote it. */
  generator: z.string().max(100),
  of: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("job"), jobId: JobId }),
    z.strictObject({ kind: z.literal("batch"), batchId: BatchId, name: BatchName }),
  ]),
  jobs: z.array(
    z.strictObject({
      jobId: JobId,
      outcome: JobOutcome.optional(),
      steps: z.int().min(0),
      /** The file of its trajectory, whose artifact keys lie in the zip from `jobs/` on. */
      trajectory: z.string().max(300),
      complete: z.boolean(),
    }),
  ),
  /** All but this one. */
  files: z.array(
    z.strictObject({
      path: z.string().max(300),
      bytes: z.int().min(0),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
  redaction: RedactionReport,
});
export type ExportManifest = z.infer<typeof ExportManifest>;
