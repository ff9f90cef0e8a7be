import { stepsOf } from "#agent/end/build-trajectory.ts";
import { usageWithParts } from "#agent/end/usage-with-parts.ts";
import { endingOf, writeEnd } from "#agent/end/write-end.ts";
import type { Runtime } from "#agent/runtime/services.ts";
import { partJobs } from "#agent/subtasks/part-jobs.ts";
import { workflowEnding } from "#agent/subtasks/workflow-ending.ts";
import { type Job, JobOutcome } from "#shared/contracts/job/job.ts";
import { FinishWorkflowInput, FinishWorkflowOutput } from "#shared/contracts/workflow/subtasks.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { workflowHandler } from "./runtime/workflow-handler.ts";

/** Ends a workflow. The first end stands: a repeated invocation answers it again. */
async function finishWorkflow(
  input: FinishWorkflowInput,
  runtime: Runtime<"finish-workflow">,
): Promise<FinishWorkflowOutput> {
  const { tenantId, jobId } = input;
  const { jobs, farmSwitch } = runtime.repositories;
  const [job, farm] = await Promise.all([jobs.get(tenantId, jobId), farmSwitch.get(tenantId)]);
  if (job === null) throw new DroverError("NotFound", `There is no workflow ${jobId}.`);
  if (job.trajectoryKey !== undefined) return outputOf(job);
  const parts = await partJobs(job, runtime);
  const ending = job.status === "finished" ? endingOf(job) : workflowEnding(job, parts, input, farm);
  const recoveries = parts.reduce((sum, { metrics }) => sum + (metrics?.recoveries ?? 0), 0);
  const steps = (await Promise.all(parts.map((part) => stepsOf(part, runtime)))).flat();
  const questions = parts.flatMap(({ metrics }) => metrics?.questions ?? []);
  const end = { ...ending, recoveries, parts: { steps, questions, ...usageWithParts(job, parts) } };
  return outputOf(await writeEnd(job, end, runtime));
}

const outputOf = ({ jobId, outcome, outcomeReason }: Job): FinishWorkflowOutput => ({
  jobId,
  outcome: JobOutcome.parse(outcome),
  reason: outcomeReason ?? "",
});

export const handler = workflowHandler({
  name: "finish-workflow",
  input: FinishWorkflowInput,
  output: FinishWorkflowOutput,
  handle: finishWorkflow,
});
