import { ExecutionDoesNotExist, StopExecutionCommand } from "@aws-sdk/client-sfn";
import { wakeJob } from "#agent/callbacks/wake-job.ts";
import { executionOf } from "#agent/environment/machine-arn-of.ts";
import { errorFields } from "#agent/environment/runtime-logger.ts";
import { endingOf, writeEnd } from "#agent/job/write-end.ts";
import { findJob, noSuch } from "#agent/runtime/find-job.ts";
import type { Runtime, Services } from "#agent/runtime/services.ts";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { JobId, TenantId } from "#shared/contracts/values/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { RouteHandler } from "../http/http-route.ts";

/**
 * A job that waits for a device, its first or a later one, is queued and ends here: cancelling and claiming are the two
 * steps out of that state, and one conditional write wins. One that runs ends at its next turn.
 */
export const cancelJob: RouteHandler<Routes["cancelJob"]> = async ({ tenantId, parameters }, runtime) => {
  const { job, already } = await endJob(tenantId, parameters.id, runtime);
  if (already) throw new DroverError("JobFinished", `The job has already ended: ${job.outcome}.`);
  return job;
};

/** `already`: it had ended before, and nothing was done. @throws NotFound */
export async function endJob(
  tenantId: TenantId,
  id: JobId,
  runtime: Runtime<"api">,
): Promise<{ readonly job: Job; readonly already: boolean }> {
  const cancelled = await runtime.repositories.jobs.cancel(tenantId, id, runtime.now().toISOString());
  if (cancelled === null) throw noSuch("job", id);
  const job = await findJob(tenantId, id, runtime);
  if (cancelled === "finished") return { job, already: true };
  if (cancelled === "cancelled") return { job: await endExecution(job, runtime), already: false };
  await wakeJob(job, runtime);
  await cancelParts(job, runtime);
  await cancelRoles(job, runtime);
  return { job, already: false };
}

/** A workflow continues when its part ends, and then sees the cancellation. */
async function cancelParts(
  { tenantId, taskSteps = [] }: Job,
  { repositories, now }: Pick<Services, "now" | "repositories">,
): Promise<void> {
  for (const { status, jobIds } of taskSteps) {
    const newest = jobIds.at(-1);
    if (status === "running" && newest !== undefined)
      await repositories.jobs.cancel(tenantId, newest, now().toISOString());
  }
}

/** All are ended at once; one that was not made yet never will be. */
async function cancelRoles({ tenantId, roleJobs = [] }: Job, runtime: Runtime<"api">): Promise<void> {
  await Promise.all(
    roleJobs.map(async ({ jobId }) => {
      if ((await runtime.repositories.jobs.get(tenantId, jobId)) !== null)
        await endJob(tenantId, jobId, runtime);
    }),
  );
}

/**
 * Its execution waits for an answer that will not come before the end of the queue time, and holds no device: so it is
 * stopped, after everything that FinishJob would have written. Should this break off, the waiting command is refused when a
 * host takes it, and FinishJob writes the same.
 */
async function endExecution(job: Job, runtime: Runtime<"api">): Promise<Job> {
  const { jobId } = job;
  const executionArn = executionOf(job, runtime.environment);
  try {
    const ended = await writeEnd(job, endingOf(job), runtime);
    await (await runtime.clients.sfn()).send(
      new StopExecutionCommand({ executionArn, error: "JobCancelled", cause: "The job was cancelled." }),
    );
    return ended;
  } catch (error) {
    if (!(error instanceof ExecutionDoesNotExist)) {
      runtime.logger.error("not stopped", { jobId, ...errorFields(error) });
    }
    return job;
  }
}
