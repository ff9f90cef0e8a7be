import type { Job } from "#shared/contracts/job/job.ts";
import type { Plan } from "#shared/contracts/job/plan.ts";
import type { TaskStep } from "#shared/contracts/job/task-step.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import type { Services } from "../runtime/services.ts";
import { checklistOf } from "./checklist.ts";

interface Kept {
  readonly job: Job;
  readonly ownTask: string;
  /** Oldest first; the step may be the last of them. */
  readonly history: readonly Step[];
  readonly plans: readonly Plan[];
}

/** Stores the parts of the job's task with the job as they stand after a step, where that changes anything, and answers them. */
export async function keepParts(
  step: Step,
  { job, ownTask, history, plans }: Kept,
  { repositories }: Pick<Services, "repositories">,
): Promise<readonly TaskStep[]> {
  const before = history.filter(({ stepNumber }) => stepNumber < step.stepNumber);
  const parts = checklistOf({ job: { ...job, task: ownTask }, history: [...before, step], plans });
  const { tenantId, jobId, taskSteps = [] } = job;
  if (JSON.stringify(parts) !== JSON.stringify(taskSteps))
    await repositories.jobs.saveTaskSteps(tenantId, jobId, { taskSteps: [...parts] });
  return parts;
}
