import { findJob } from "#agent/runtime/find-job.ts";
import type { Runtime } from "#agent/runtime/services.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { DroverError } from "#shared/errors/drover-error.ts";

export const jobEnded = ({ outcome }: Job): DroverError =>
  new DroverError("JobFinished", `The job has already ended: ${outcome ?? "it was cancelled"}.`);

/** A job under way that has turns of its own, or (`wholes`) whose roles have. @throws NotFound, JobFinished, NotSteerable */
export async function steeredJob(
  { tenantId, jobId, wholes = false }: Pick<Job, "tenantId" | "jobId"> & { readonly wholes?: boolean },
  runtime: Runtime<"api">,
): Promise<Job> {
  const job = await findJob(tenantId, jobId, runtime);
  if (job.status === "finished" || job.cancelRequestedAt !== undefined) throw jobEnded(job);
  if (wholes && job.roles !== undefined) return job;
  const kind = kindWithoutTurns(job);
  if (kind === undefined) return job;
  const roles = job.roleJobs?.map((one) => `${one.role} is ${one.jobId}`).join(", ");
  throw new DroverError(
    "NotSteerable",
    `Job ${jobId} is ${kind}: it has no agent's turns of its own.${roles === undefined ? "" : ` Its roles have: ${roles}.`}`,
  );
}

/** What a job is whose own agent has no turns. */
function kindWithoutTurns({ session, workflow, recovery, roles }: Job): string | undefined {
  if (session !== undefined) return "a session";
  if (workflow !== undefined) return "a workflow";
  if (recovery !== undefined) return "a recovery";
  return roles === undefined ? undefined : "a job with roles";
}
