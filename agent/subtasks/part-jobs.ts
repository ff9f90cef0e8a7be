import type { Job } from "#shared/contracts/job/job.ts";
import type { TaskStep } from "#shared/contracts/job/task-step.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { roundUsd } from "#shared/values/round-usd.ts";
import { tokenUse } from "../budget/attempt-use.ts";
import { endedJob } from "../job/end-lost-job.ts";
import type { Services } from "../runtime/services.ts";

/** The jobs that a workflow's parts were given so far, in order. */
export async function partJobs(
  { tenantId, taskSteps = [] }: Job,
  { repositories }: Pick<Services, "repositories">,
): Promise<readonly Job[]> {
  const ids = taskSteps.flatMap(({ jobIds }) => jobIds);
  const found = await Promise.all(ids.map((jobId) => repositories.jobs.get(tenantId, jobId)));
  return found.filter((job) => job !== null);
}

/**
 * What leaves the parts to come less. Tokens bind no attempt but the one that was judged, and a part has three attempts at most; money is
 * spent whatever became of a device (docs/decisions/0223-limits-bind-an-attempt.md).
 */
export const spentBy = (jobs: readonly Job[]) => {
  const judged = jobs.filter(({ outcome }) => outcome !== "inconclusive").map(tokenUse);
  return {
    tokens: judged.reduce((sum, { tokens }) => sum + tokens.used, 0),
    usd: roundUsd(jobs.reduce((sum, { spentUsd }) => sum + spentUsd, 0)),
    outputTokens: judged.reduce((sum, { outputTokens }) => sum + outputTokens.used, 0),
  };
};

/** The newest job of a part, as it has ended. */
export async function endedPartJob(
  { tenantId, jobId }: Job,
  { index, jobIds }: TaskStep,
  error: string | null,
  runtime: Services,
): Promise<Job> {
  const newest = jobIds.at(-1);
  const job = newest === undefined ? null : await runtime.repositories.jobs.get(tenantId, newest);
  if (job === null) throw new DroverError("NotFound", `Part ${index} of workflow ${jobId} has no job.`);
  return endedJob(job, error, runtime);
}
