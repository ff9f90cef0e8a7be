import { type Job, JobOutcome } from "#shared/contracts/job/job.ts";
import type { FinishWorkflowInput, FinishWorkflowOutput } from "#shared/contracts/workflow/subtasks.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { endOfParts } from "../job/end-of-parts.ts";
import { completeEnd, endingOf, writeEnd } from "../job/write-end.ts";
import type { Runtime } from "../runtime/services.ts";
import { partJobs } from "./part-jobs.ts";
import { workflowEnding } from "./workflow-ending.ts";

/** Ends a workflow. The first end stands: a repeated invocation answers it again. */
export async function finishWorkflow(
  input: FinishWorkflowInput,
  runtime: Runtime<"finish-workflow">,
): Promise<FinishWorkflowOutput> {
  const { tenantId, jobId } = input;
  const { jobs, farmSwitch } = runtime.repositories;
  const [job, farm] = await Promise.all([jobs.get(tenantId, jobId), farmSwitch.get(tenantId)]);
  if (job === null) throw new DroverError("NotFound", `There is no workflow ${jobId}.`);
  if (job.trajectoryKey !== undefined) {
    await completeEnd(job, runtime);
    return outputOf(job);
  }
  const parts = await partJobs(job, runtime);
  const ending = job.status === "finished" ? endingOf(job) : workflowEnding(job, parts, input, farm);
  const end = { ...ending, verdict: input.verdict, ...(await endOfParts(job, parts, runtime)) };
  return outputOf(await writeEnd(job, end, runtime));
}

const outputOf = ({ jobId, outcome, outcomeReason }: Job): FinishWorkflowOutput => ({
  jobId,
  outcome: JobOutcome.parse(outcome),
  reason: outcomeReason ?? "",
});
