import { PublicJob } from "#shared/contracts/api/responses/job-response.ts";
import type { Trajectory } from "#shared/contracts/api/trajectory.ts";
import { jobPrefix } from "#shared/contracts/farm/keys.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { defined } from "#shared/values/defined.ts";
import type { Services } from "../runtime/services.ts";
import { completenessOf } from "./completeness.ts";
import { withReplayFacts } from "./replay-part.ts";

/** Every step of the job, in order. limits.maxSteps bounds their number, four times over where devices were lost. */
export const stepsOf = (
  { tenantId, jobId }: Pick<Job, "tenantId" | "jobId">,
  { repositories }: Pick<Services, "repositories">,
): Promise<readonly Step[]> => repositories.steps.from(tenantId, jobId, 1);

export type JobRecord = Awaited<ReturnType<typeof recordOf>>;

/** All that is stored with the job, read in one turn of the event loop: the table is asked once. */
export async function recordOf(
  job: Pick<Job, "tenantId" | "jobId">,
  { repositories }: Pick<Services, "repositories">,
) {
  const { tenantId, jobId } = job;
  const [steps, errors, plans, recoveries, questions] = await Promise.all([
    stepsOf(job, { repositories }),
    repositories.errors.listByJob(tenantId, jobId),
    repositories.plans.listByJob(tenantId, jobId),
    repositories.recoveries.listByJob(tenantId, jobId),
    repositories.questions.listByJob(tenantId, jobId),
  ]);
  return { steps, errors, plans, recoveries, questions };
}

/** The merged record of the job: what it saw, thought and did, what failed, and what of it is missing. */
export async function buildTrajectory(
  job: Job,
  { steps, errors, plans, recoveries, questions }: JobRecord,
  runtime: Services,
): Promise<Trajectory> {
  const { tenantId, jobId } = job;
  const { repositories } = runtime;
  const [stored, replayable, board] = await Promise.all([
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
