import type { Job } from "#shared/contracts/job/job.ts";
import type { Services } from "../runtime/services.ts";
import { completeEnd, writeEnd } from "./write-end.ts";

/**
 * Ends a job whose execution failed before the job had ended, the parts of it that were under way, and the lease that it left: its
 * device is cleaned before the next job, by its host at once or by whoever claims it.
 */
export async function endLostJob(job: Job, error: string | null, runtime: Services): Promise<Job> {
  return endAsLost(job, `Its execution ended with ${error ?? "no error"}, before the job.`, runtime);
}

/** The job as it has ended: by itself, or here because its execution failed before. */
export async function endedJob(job: Job, error: string | null, runtime: Services): Promise<Job> {
  if (job.status !== "finished") return endLostJob(job, error, runtime);
  await completeEnd(job, runtime);
  return job;
}

/** As `endLostJob`, with the whole reason. */
export async function endAsLost(job: Job, reason: string, runtime: Services): Promise<Job> {
  const end = { outcome: "inconclusive", reason } as const;
  for (const { jobIds, status } of job.taskSteps ?? []) {
    const newest = jobIds.at(-1);
    if (status !== "running" || newest === undefined) continue;
    const part = await runtime.repositories.jobs.get(job.tenantId, newest);
    if (part !== null && part.status !== "finished") await writeEnd(part, end, runtime);
  }
  const ended = await writeEnd(job, end, runtime);
  await letGo(job, runtime);
  runtime.metrics.tell({ LostJobs: 1 });
  return ended;
}

/** After the end: a job that still ran would ask for its device. */
async function letGo(
  { tenantId, jobId, deviceId, leaseEpoch }: Job,
  { repositories, now, logger }: Pick<Services, "logger" | "now" | "repositories">,
): Promise<void> {
  if (deviceId === undefined || leaseEpoch === undefined) return;
  const lease = { tenantId, deviceId, jobId, epoch: leaseEpoch };
  if (await repositories.devices.letGo({ ...lease, at: now().toISOString() }))
    logger.info("lease released", { jobId, deviceId, epoch: leaseEpoch });
}
