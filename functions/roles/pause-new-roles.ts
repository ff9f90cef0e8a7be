import type { Job } from "#shared/contracts/job.ts";
import type { RuntimeServices } from "../runtime/runtime.ts";

/**
 * Roles that were just made stand still when the whole does: who paused it before they were there could not pause them
 * (functions/api/pause-job.ts). Looks twice, because the whole may have been let go on between the two writes.
 */
export async function pauseNewRoles(
  { tenantId, jobId, roleJobs = [] }: Job,
  { repositories: { jobs } }: RuntimeServices,
): Promise<void> {
  const wished = async () => (await jobs.get(tenantId, jobId))?.pauseRequestedAt;
  const at = await wished();
  if (at === undefined) return;
  await Promise.all(roleJobs.map((role) => jobs.requestPause(tenantId, role.jobId, at)));
  if ((await wished()) !== undefined) return;
  await Promise.all(roleJobs.map((role) => jobs.endRequestedPause(tenantId, role.jobId)));
}
