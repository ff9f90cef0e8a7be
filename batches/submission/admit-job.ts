import { projectConfig } from "#agent/environment/project-config.ts";
import type { Services } from "#agent/runtime/services.ts";
import type { Quota } from "#shared/contracts/farm/quota.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { countsJobs, quotaOf } from "#shared/rules/quota/quota-of.ts";

/** A place becomes free when a device takes a job, at an unknown time. */
const placeSeconds = 30;
const minuteSeconds = 60;

/**
 * Stores a new job, counted for its tenant's quota if there is one. Null: it is stored. `exists`: it was before, and is counted once. Else
 * why it is refused, for the caller; a batch's job is never refused.
 */
export async function admitJob(
  job: Job,
  runtime: Pick<Services, "metrics" | "repositories">,
): Promise<null | "exists" | DroverError> {
  const { jobs, quotas } = runtime.repositories;
  const quota = await boundOf(job);
  if (quota === null) return (await jobs.create(job)) ? null : "exists";
  const admission = await quotas.admit(job, quota);
  if (admission === "stored") return null;
  if (admission === "exists") return admission;
  runtime.metrics.tell({ QuotaRefusals: 1 });
  return refused(admission, quota, new Date(job.createdAt));
}

/** What the tenant's new jobs are counted for; null: they are not. */
export async function boundOf({ tenantId }: Pick<Job, "tenantId">): Promise<Quota | null> {
  const quota = quotaOf((await projectConfig()).quotas, tenantId);
  return countsJobs(quota) || quota.submissionsPerMinute !== undefined ? quota : null;
}

function refused(by: "jobsQueued" | "submissionsPerMinute", quota: Quota, at: Date): DroverError {
  const retryAfterSeconds = by === "jobsQueued" ? placeSeconds : minuteSeconds - at.getUTCSeconds();
  const what =
    by === "jobsQueued"
      ? `${quota.jobsQueued} of its jobs already wait for a device`
      : `${quota.submissionsPerMinute} of its jobs were already submitted in this minute`;
  return new DroverError("QuotaExceeded", `The tenant's quota is used up: ${what} (quotas.${by}).`, {
    details: { quota: by, limit: quota[by], retryAfterSeconds },
  });
}
