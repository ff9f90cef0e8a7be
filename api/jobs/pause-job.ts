import { deliverCallback } from "#agent/callbacks/deliver-callback.ts";
import { findJob } from "#agent/runtime/find-job.ts";
import type { Runtime } from "#agent/runtime/services.ts";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import { pauseCallback } from "#shared/contracts/job/callback.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { JobId } from "#shared/contracts/values/ids.ts";
import type { RouteHandler } from "../http/http-route.ts";
import { jobEnded, steeredJob } from "./steered-job.ts";

/** A conditional write: of a pause and an end that race, one wins. That of a whole comes first: roles made later look for it. */
export const pauseJob: RouteHandler<Routes["pauseJob"]> = async ({ tenantId, parameters }, runtime) => {
  const { jobs } = runtime.repositories;
  const job = await steeredJob({ tenantId, jobId: parameters.id, wholes: true }, runtime);
  const at = runtime.now().toISOString();
  const paused = await jobs.requestPause(tenantId, job.jobId, at);
  if (paused === null) throw jobEnded(await findJob(tenantId, job.jobId, runtime));
  // A role that has ended, or was not made yet, is no matter.
  await Promise.all((paused.roleJobs ?? []).map((role) => jobs.requestPause(tenantId, role.jobId, at)));
  return paused;
};

/**
 * First the table stores that the job continues, then the job gets the signal. If the signal fails, the same request sends it again;
 * without one the job finds out when its wait ends. One that is not paused continues as it does.
 * @throws JobFinished
 */
export async function goOn(
  { tenantId, jobId }: Pick<Job, "tenantId" | "jobId">,
  runtime: Runtime<"api">,
): Promise<Job> {
  const job = await runtime.repositories.jobs.endRequestedPause(tenantId, jobId);
  if (job === null) throw jobEnded(await findJob(tenantId, jobId, runtime));
  const goesOn = async (one: JobId): Promise<void> => {
    const told = { tenantId, jobId: one, callbackId: pauseCallback };
    await deliverCallback(told, { cancelled: false }, runtime);
  };
  if (job.roleJobs === undefined) await goesOn(jobId);
  // A role that has ended, or was not made yet, is no matter.
  await Promise.all(
    (job.roleJobs ?? []).map(async (role) => {
      if ((await runtime.repositories.jobs.endRequestedPause(tenantId, role.jobId)) !== null)
        await goesOn(role.jobId);
    }),
  );
  return job;
}
