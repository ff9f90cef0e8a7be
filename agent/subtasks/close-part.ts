import type { Job } from "#shared/contracts/job/job.ts";
import type { TaskStep } from "#shared/contracts/job/task-step.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { defined } from "#shared/values/defined.ts";

const mostActions = 40;

/** A part whose newest job has ended: only success completes it. */
export function closedPart(step: TaskStep, job: Job, steps: readonly Step[]): TaskStep {
  const complete = job.outcome === "succeeded";
  const why = `${job.outcome}: ${job.outcomeReason ?? ""}`.slice(0, 500);
  const told = job.claim?.answer ?? job.claim?.summary;
  return {
    ...step,
    status: complete ? "complete" : "failed",
    errors: complete ? step.errors : [...step.errors, why],
    actions: steps.flatMap(wordsOf).slice(-mostActions),
    ...defined({ result: (told ?? job.outcomeReason)?.slice(0, 1_000) }),
  };
}

/** In the words of the actions' names: what each was given is in the job's steps. */
const wordsOf = ({ actions, stepNumber }: Step): readonly string[] =>
  actions
    .filter(({ deviceAction }) => deviceAction !== undefined)
    .map(({ action, element = "" }) =>
      `${stepNumber}: ${action.action.replaceAll("_", " ")} ${element}`.trim().slice(0, 120),
    );
