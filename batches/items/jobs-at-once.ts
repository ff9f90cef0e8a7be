import { projectConfig } from "#agent/environment/project-config.ts";
import type { Batch } from "#shared/contracts/batch/batch.ts";
import { quotaOf } from "#shared/rules/quota/quota-of.ts";

/** How many of a batch's jobs may be open at once: as many as it wants, and no more than its tenant's quota lets one batch have. */
export async function jobsAtOnce({
  tenantId,
  settings,
}: Pick<Batch, "tenantId" | "settings">): Promise<number> {
  const { jobsOfBatch } = quotaOf((await projectConfig()).quotas, tenantId);
  return Math.min(settings.concurrency, jobsOfBatch ?? settings.concurrency);
}
