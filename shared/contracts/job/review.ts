import * as z from "zod";
import { JobId, TenantId, Timestamp, Ulid } from "../values/ids.ts";
import { SafeText } from "../values/safe-text.ts";

/** What a person says a job came to. `unsure`: looked at, and left to the checks. */
export const ReviewVerdict = z.enum(["succeeded", "failed", "unsure"]);
export type ReviewVerdict = z.infer<typeof ReviewVerdict>;

export const StepLabel = z.strictObject({
  stepNumber: z.int().min(1).max(9_999),
  label: SafeText.trim().min(1).max(60),
});
export type StepLabel = z.infer<typeof StepLabel>;

/** One person's look at a job. It is never changed: who thinks otherwise adds another, and the last one counts. */
export const Review = z.strictObject({
  schemaVersion: z.literal(1),
  tenantId: TenantId,
  jobId: JobId,
  reviewId: Ulid,
  at: Timestamp,
  by: SafeText.trim().min(1).max(100),
  verdict: ReviewVerdict,
  stepLabels: z.array(StepLabel).max(200).default([]),
  note: SafeText.trim().max(4_000).optional(),
});
export type Review = z.infer<typeof Review>;

/** The last one, as the job and its batch's item have it. */
export const ReviewSummary = z
  .strictObject(Review.pick({ reviewId: true, at: true, by: true, verdict: true }).shape)
  .meta({ id: "ReviewSummary" });
export type ReviewSummary = z.infer<typeof ReviewSummary>;
