import * as z from "zod";
import { Quota } from "../../farm/quota.ts";

const count = z.int().min(0);

/** A tenant's quota and its use. Without a limit nothing is counted, and the values are 0. */
export const QuotaResponse = z.object({
  /** What is absent has no bound. */
  quota: Quota,
  jobsQueued: count,
  /** Jobs of batches that wait for a device: they are not of jobsQueued. */
  batchJobsQueued: count,
  jobsRunning: count,
  submissionsThisMinute: count,
});
export type QuotaResponse = z.infer<typeof QuotaResponse>;
