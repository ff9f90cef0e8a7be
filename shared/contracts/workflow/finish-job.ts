import * as z from "zod";
import { JobOutcome } from "../job/job.ts";
import { JobEnd } from "../job/job-end.ts";
import { JobId, TenantId } from "../values/ids.ts";

export const FinishJobInput = z.strictObject({
  schemaVersion: z.literal(1),
  tenantId: TenantId,
  jobId: JobId,
  end: JobEnd,
  /** The judgement itself is on the job; absent when nothing was judged. */
  verdict: z.enum(["passed", "failed", "inconclusive", "none"]).nullable(),
  recoveries: z.int().min(0),
  /** The device was freed clean; null when none was held. */
  clean: z.boolean().nullable(),
});
export type FinishJobInput = z.infer<typeof FinishJobInput>;

/** The execution's output. */
export const FinishJobOutput = z.strictObject({
  jobId: JobId,
  outcome: JobOutcome,
  reason: z.string(),
  steps: z.int().min(0),
});
export type FinishJobOutput = z.infer<typeof FinishJobOutput>;
