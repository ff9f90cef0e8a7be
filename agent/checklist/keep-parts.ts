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

const partsAfter = (step: Step, { job, ownTask, history, plans }: Kept): readonly TaskStep[] => {
  const before = history.filter(({ stepNumber }) => stepNumber < step.stepNumber);
  return checklistOf({ job: { ...job, task: ownTask }, history: [...before, step], plans });
};

const changes = (parts: readonly TaskStep[], { job }: Kept): boolean =>
  JSON.stringify(parts) !== JSON.stringify(job.taskSteps ?? []);

/** The parts of the job's task after a step; undefined where it changes none of them. */
export function changedParts(step: Step, kept: Kept): Job["taskSteps"] {
  const parts = partsAfter(step, kept);
  return changes(parts, kept) ? [...parts] : undefined;
}

/** Stores them with the job, where that changes anything, and returns them. */
export async function keepParts(
  step: Step,
  kept: Kept,
  { repositories }: Pick<Services, "repositories">,
): Promise<readonly TaskStep[]> {
  const { tenantId, jobId } = kept.job;
  const parts = partsAfter(step, kept);
  if (changes(parts, kept)) await repositories.jobs.saveTaskSteps(tenantId, jobId, { taskSteps: [...parts] });
  return parts;
}
