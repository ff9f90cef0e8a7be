import { type Job, JobOutcome } from "#shared/contracts/job/job.ts";
import type { FinishJobInput, FinishJobOutput } from "#shared/contracts/workflow/finish-job.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { Runtime } from "../runtime/services.ts";
import { recordOf } from "./build-trajectory.ts";
import { describeNewApps } from "./describe-new-apps.ts";
import { decideOutcome } from "./outcome.ts";
import { completeEnd, endingOf, writeEnd } from "./write-end.ts";

/** Ends the job. The first end stands: a repeated invocation answers it again. */
export async function finishJob(
  input: FinishJobInput,
  runtime: Runtime<"finish-job">,
): Promise<FinishJobOutput> {
  const { tenantId, jobId, recoveries, end } = input;
  const [job, record] = await Promise.all([
    runtime.repositories.jobs.get(tenantId, jobId),
    recordOf({ tenantId, jobId }, runtime),
  ]);
  if (job === null) throw new DroverError("NotFound", `There is no job ${jobId}.`);
  if (job.trajectoryKey !== undefined) {
    await completeEnd(job, runtime);
    return outputOf(job);
  }
  // A job that was cancelled while it waited, or could not be started, has its outcome already.
  const ending = job.status === "finished" ? endingOf(job) : decideOutcome(input, job);
  const alreadySatisfied = end.reason === "alreadySatisfied";
  const finished = await writeEnd(
    job,
    { ...ending, verdict: input.verdict, alreadySatisfied, recoveries, endReason: end.reason, record },
    runtime,
  );
  // Nobody waits for it any more: the job has ended and its device is free.
  await describeNewApps(finished, runtime);
  return outputOf(finished);
}

const outputOf = ({ jobId, outcome, outcomeReason, stepCount }: Job): FinishJobOutput => ({
  jobId,
  outcome: JobOutcome.parse(outcome),
  reason: outcomeReason ?? "",
  steps: stepCount,
});
