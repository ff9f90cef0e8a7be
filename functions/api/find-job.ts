import type { JobId, TenantId } from "#shared/contracts/ids.ts";
import type { Job } from "#shared/contracts/job.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { fieldError } from "../runtime/field-errors.ts";
import type { RuntimeServices } from "../runtime/runtime.ts";

/** @throws NotFound, also for another tenant's */
export async function findJob(
  tenantId: TenantId,
  jobId: JobId,
  { repositories }: RuntimeServices,
): Promise<Job> {
  const job = await repositories.jobs.get(tenantId, jobId);
  if (job === null) throw noSuch("job", jobId);
  return job;
}

export const noSuch = (what: string, id: string): DroverError =>
  new DroverError("NotFound", `There is no ${what} ${id}.`, {
    details: { errors: [fieldError("id", id, `names no ${what}`)] },
  });
