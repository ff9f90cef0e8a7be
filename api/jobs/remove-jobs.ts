import { findJob } from "#agent/runtime/find-job.ts";
import type { Services } from "#agent/runtime/services.ts";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import { jobPrefix } from "#shared/contracts/farm/keys.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { RouteHandler } from "../http/http-route.ts";

/** Artifacts first: what an item names may be gone, but nothing is left that no item names. */
async function remove(
  { tenantId, jobId }: Job,
  { artifacts, repositories }: Pick<Services, "artifacts" | "repositories">,
): Promise<void> {
  await artifacts.removeAll(jobPrefix(tenantId, jobId));
  await repositories.jobs.remove(tenantId, jobId);
}

export const removeJob: RouteHandler<Routes["removeJob"]> = async ({ tenantId, parameters }, runtime) => {
  const job = await findJob(tenantId, parameters.id, runtime);
  if (job.status !== "finished") {
    throw new DroverError("NotReady", `Job ${job.jobId} has not ended: its status is ${job.status}.`, {
      advice: ["Cancel it first, and remove it when it has ended."],
    });
  }
  runtime.logger.info("removed", { jobId: job.jobId });
  await remove(job, runtime);
  return { jobId: job.jobId };
};

/** A job of a few hundred objects takes some tenths of a second; an API call may take 29. */
const examinedAtOnce = 25;

/** What a person wants to go before its time. A page at a time: who asks continues with the cursor. */
export const pruneJobs: RouteHandler<Routes["pruneJobs"]> = async ({ tenantId, body }, runtime) => {
  const { endedBefore, dryRun, cursor } = body;
  const { jobs } = runtime.repositories;
  const page = await jobs.listOldest(tenantId, "finished", { limit: examinedAtOnce, cursor });
  const old = page.items.filter(({ finishedAt = endedBefore }) => finishedAt < endedBefore);
  if (!dryRun) for (const job of old) await remove(job, runtime);
  runtime.logger.info("pruned", { tenantId, endedBefore, jobs: old.length, dryRun });
  // Submitted in this order: a job ends after it was submitted, so nothing further on can be older.
  const { createdAt = "" } = page.items.at(-1) ?? {};
  const goesOn = page.nextCursor !== undefined && createdAt < endedBefore;
  return { removed: old.length, ...(goesOn && { nextCursor: page.nextCursor }) };
};
