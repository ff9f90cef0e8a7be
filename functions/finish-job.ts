import { type Job, JobOutcome } from "#shared/contracts/job.ts";
import { trajectoryKey } from "#shared/contracts/keys.ts";
import { FinishJobInput, FinishJobOutput } from "#shared/contracts/workflow/finish-job.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { allSteps, buildTrajectory } from "./job-end/build-trajectory.ts";
import { jobMetrics } from "./job-end/metrics.ts";
import { decideOutcome } from "./job-end/outcome.ts";
import type { Runtime } from "./runtime/runtime.ts";
import { workflowHandler } from "./runtime/workflow-handler.ts";

/** Writes outcome, metrics and trajectory. The first end stands: a repeated invocation answers it again. */
async function finishJob(input: FinishJobInput, runtime: Runtime<"finish-job">): Promise<FinishJobOutput> {
  const { tenantId, jobId, recoveries } = input;
  const { jobs } = runtime.repositories;
  const job = await jobs.get(tenantId, jobId);
  if (job === null) throw new DroverError("NotFound", `There is no job ${jobId}.`);
  if (job.trajectoryKey !== undefined) return answer(job);

  const { outcome, reason } = endingOf(job, input);
  const now = runtime.now();
  const steps = await allSteps(job, runtime);
  const finish = {
    outcome,
    outcomeReason: reason,
    ...(input.end.reason === "alreadySatisfied" ? { alreadySatisfied: true } : {}),
    metrics: jobMetrics(job, steps, recoveries, now),
    trajectoryKey: trajectoryKey(tenantId, jobId),
  };
  const at = now.toISOString();
  const finished: Job = { ...job, ...finish, status: "finished", finishedAt: job.finishedAt ?? at };
  const trajectory = await buildTrajectory(finished, steps, runtime);
  // Before the job says that it is there.
  await runtime.artifacts.put(finish.trajectoryKey, JSON.stringify(trajectory), "application/json");
  const written = await jobs.finish({ tenantId, jobId, at, ...finish });
  runtime.logger.info("finished", { outcome, reason, missing: trajectory.completeness.missing.slice(0, 10) });
  return answer(written ?? (await jobs.get(tenantId, jobId)) ?? finished);
}

/** A job that was cancelled while it waited, or could not be started, has its outcome already. */
const endingOf = (job: Job, input: FinishJobInput) =>
  job.status === "finished"
    ? { outcome: JobOutcome.parse(job.outcome), reason: job.outcomeReason ?? "" }
    : decideOutcome(input);

const answer = ({ jobId, outcome, outcomeReason, stepCount }: Job): FinishJobOutput => ({
  jobId,
  outcome: JobOutcome.parse(outcome),
  reason: outcomeReason ?? "",
  steps: stepCount,
});

export const handler = workflowHandler({
  name: "finish-job",
  input: FinishJobInput,
  output: FinishJobOutput,
  handle: finishJob,
});
