import { PublicJob } from "#shared/contracts/api/responses/job-response.ts";
import type { Trajectory } from "#shared/contracts/api/trajectory.ts";
import { jobPrefix } from "#shared/contracts/farm/keys.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { ErrorSnapshot } from "#shared/contracts/step/error-snapshot.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { defined } from "#shared/values/defined.ts";
import { everyItem } from "#shared/values/every-item.ts";
import type { Services } from "../runtime/services.ts";
import { completenessOf } from "./completeness.ts";
import { withReplayFacts } from "./replay-part.ts";

/** Every step of the job, in order. limits.maxSteps bounds their number, four times over where devices were lost. */
export const stepsOf = (
  job: Job,
  { repositories }: Pick<Services, "repositories">,
): Promise<readonly Step[]> =>
  Array.fromAsync(
    everyItem((cursor) => repositories.steps.list(job.tenantId, job.jobId, { limit: 100, cursor })),
  );

/**
 * The merged record of the job: what it saw, thought and did, what failed, and what of it is missing. `known`: its errors, where
 * they were read already.
 */
export async function buildTrajectory(
  job: Job,
  steps: readonly Step[],
  runtime: Services,
  known?: readonly ErrorSnapshot[],
): Promise<Trajectory> {
  const { tenantId, jobId } = job;
  const { repositories } = runtime;
  const [errors, plans, recoveries, questions, stored, replayable, board] = await Promise.all([
    known ?? repositories.errors.listByJob(tenantId, jobId),
    repositories.plans.listByJob(tenantId, jobId),
    repositories.recoveries.listByJob(tenantId, jobId),
    repositories.questions.listByJob(tenantId, jobId),
    runtime.artifacts.list(jobPrefix(tenantId, jobId)),
    withReplayFacts(steps, runtime),
    job.roles === undefined ? null : repositories.roleBoards.get(tenantId, jobId),
  ]);
  return {
    schemaVersion: 2,
    exportedAt: runtime.now().toISOString(),
    job: PublicJob.parse(job),
    steps: [...replayable],
    errors: [...errors],
    plans: [...plans],
    recoveries: [...recoveries],
    questions: [...questions],
    ...defined({ board: board ?? undefined }),
    completeness: completenessOf(job, steps, new Set(stored)),
  };
}
