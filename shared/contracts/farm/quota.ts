import * as z from "zod";
import { TenantId } from "../values/ids.ts";

const count = z.int().min(1).max(1_000_000).optional();

/** How much of the farm a tenant may have at once (docs/decisions/0135-quotas-are-counted-with-the-job.md). What is absent has no bound. */
export const Quota = z.strictObject({
  /** Jobs that wait for a device; those of batches are not counted here. */
  jobsQueued: count,
  /** Jobs that have a device, those of batches too. */
  jobsRunning: count,
  /** Jobs that callers submit by themselves; a batch paces itself. */
  submissionsPerMinute: count,
  /** Jobs of one batch at once, waiting and running: whatever its concurrency, it has no more. */
  jobsOfBatch: count,
});
export type Quota = z.infer<typeof Quota>;

/** For every tenant, and what stands over that for single ones. */
export const Quotas = z.strictObject({
  ...Quota.shape,
  tenants: z.record(TenantId, Quota).default({}),
});
export type Quotas = z.infer<typeof Quotas>;
