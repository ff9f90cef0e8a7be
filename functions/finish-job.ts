import { closeGrant } from "#agent/budget/close-grant.ts";
import { describeNewApps } from "#agent/end/describe-new-apps.ts";
import { decideOutcome } from "#agent/end/outcome.ts";
import { endingOf, writeEnd } from "#agent/end/write-end.ts";
import type { Runtime } from "#agent/runtime/services.ts";
import { type Job, JobOutcome } from "#shared/contracts/job/job.ts";
import { FinishJobInput, FinishJobOutput } from "#shared/contracts/workflow/finish-job.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { workflowHandler } from "./runtime/workflow-handler.ts";

/** Ends the job. The first end stands: a repeated invocation answers it again. */
async function finishJob(input: FinishJobInput, runtime: Runtime<"finish-job">): Promise<FinishJobOutput> {
  const { tenantId, jobId, recoveries, end } = input;
  const job = await runtime.repositories.jobs.get(tenantId, jobId);
  if (job === null) throw new DroverError("NotFound", `There is no job ${jobId}.`);
  if (job.trajectoryKey !== undefined) {
    // An invocation before this one may have broken off in between.
    await closeGrant(job, runtime);
    return outputOf(job);
  }
  // A job that was cancelled while it waited, or could not be started, has its outcome already.
  const ending = job.status === "finished" ? endingOf(job) : decideOutcome(input, job);
  const alreadySatisfied = end.reason === "alreadySatisfied";
  const finished = await writeEnd(
    job,
    { ...ending, alreadySatisfied, recoveries, endReason: end.reason },
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

export const handler = workflowHandler({
  name: "finish-job",
  input: FinishJobInput,
  output: FinishJobOutput,
  handle: finishJob,
});
