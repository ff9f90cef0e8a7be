import { addUsage } from "#shared/agent/usage.ts";
import { type Job, JobOutcome } from "#shared/contracts/job.ts";
import { ModelRole, type UsageByRole } from "#shared/contracts/model-settings.ts";
import { FinishWorkflowInput, FinishWorkflowOutput } from "#shared/contracts/workflow/subtasks.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { stepsOf } from "./job-end/build-trajectory.ts";
import { endingOf, writeEnd } from "./job-end/write-end.ts";
import type { Runtime } from "./runtime/runtime.ts";
import { workflowHandler } from "./runtime/workflow-handler.ts";
import { partJobs } from "./workflow/part-jobs.ts";
import { workflowEnding } from "./workflow/workflow-ending.ts";

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
  const end = { ...ending, recoveries, parts: { steps, questions, ...usageOf(job, parts) } };
  return outputOf(await writeEnd(job, end, runtime));
}

/** What its parts used, and who made them. */
function usageOf(job: Job, parts: readonly Job[]): Pick<Job, "usage" | "usageByRole"> {
  const usage = parts.reduce((sum, part) => addUsage(sum, part.usage), job.usage);
  const usageByRole = Object.fromEntries(
    ModelRole.options.flatMap((role) => {
      const used = [job, ...parts].flatMap((one) => one.usageByRole[role] ?? []);
      return used.length === 0 ? [] : [[role, used.reduce(addUsage)]];
    }),
  ) as UsageByRole;
  return { usage, usageByRole };
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
