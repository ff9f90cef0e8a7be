import type { Job } from "#shared/contracts/job/job.ts";
import type { JobId, TenantId } from "#shared/contracts/values/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { fieldError } from "#shared/http/field-errors.ts";
import { keptDays, keptUntil } from "#shared/rules/retention.ts";
import type { Services } from "./services.ts";

/** @throws NotFound, also for another tenant's, and for one that was kept long enough */
export async function findJob(
  tenantId: TenantId,
  jobId: JobId,
  { repositories, retention, now }: Pick<Services, "now" | "repositories" | "retention">,
): Promise<Job> {
  const job = await repositories.jobs.get(tenantId, jobId);
  if (job === null) throw noSuch("job", jobId);
  const until = job.finishedAt === undefined ? null : keptUntil(retention, tenantId, job.finishedAt);
  if (until === null || now().toISOString() < until) return job;
  const kept = `kept for ${keptDays(retention, tenantId)} days after its end, until ${until}`;
  throw new DroverError("NotFound", `Job ${jobId} and its artifacts have expired: they were ${kept}.`, {
    advice: ["Export what you want to keep longer, or raise 'retention' in drover.config.ts."],
    details: { errors: [fieldError("id", jobId, `was ${kept}`)] },
  });
}

export const noSuch = (what: string, id: string): DroverError =>
  new DroverError("NotFound", `There is no ${what} ${id}.`, {
    details: { errors: [fieldError("id", id, `names no ${what}`)] },
  });
