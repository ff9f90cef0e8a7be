import { SplitWindow } from "#shared/contracts/device/split-screen.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { Subtask } from "#shared/contracts/job/job-request.ts";
import { type Decomposition, TaskStep } from "#shared/contracts/job/task-step.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { errorFields } from "../environment/runtime-logger.ts";
import { askAs } from "../role-questions/ask-as.ts";
import { decomposerQuestion } from "../role-questions/decomposer-question.ts";
import type { Runtime } from "../runtime/services.ts";

interface Parts {
  readonly taskSteps: TaskStep[];
  readonly decomposition: Decomposition;
}

/** The parts of a workflow: those of its request, or what a model makes of its task. @throws AllowanceUsed */
export async function makeParts(job: Job, runtime: Runtime<"decompose-task">): Promise<Parts> {
  const { subtasks: given, split } = job.workflow ?? {};
  if (split !== undefined)
    return { taskSteps: windowParts(split), decomposition: { by: "request", detail: sideBySide } };
  if (given !== undefined)
    return {
      taskSteps: numbered(given),
      decomposition: { by: "request", detail: "The request names them." },
    };
  try {
    const { answer, model } = await askAs(job, decomposerQuestion(job), { stepNumber: 1 }, runtime);
    const subtasks = answer.subtasks.map((text) => Subtask.parse({ text }));
    const detail = `The decomposer made ${subtasks.length} of the task.`;
    return { taskSteps: numbered(subtasks), decomposition: { by: "model", detail, model } };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // A matter of moments: a rate limit must not change what the job does.
    if (error instanceof DroverError && error.code === "AllowanceUsed") throw error;
    runtime.logger.warn("not decomposed", errorFields(error));
    const why = error instanceof DroverError ? error.message : error.name;
    const detail = `The task is its only part, because the decomposer gave none: ${why}`.slice(0, 500);
    return {
      taskSteps: numbered([Subtask.parse({ text: job.task })]),
      decomposition: { by: "whole", detail },
    };
  }
}

const sideBySide = "The request names two, at once side by side.";

const windowParts = (split: NonNullable<NonNullable<Job["workflow"]>["split"]>): TaskStep[] =>
  SplitWindow.options.map((window, at) => {
    const { app, task, background, systemPrompt } = split[window];
    return TaskStep.parse({
      index: at + 1,
      window,
      app,
      text: task,
      background,
      systemPrompt,
      status: "pending",
    });
  });

const numbered = (subtasks: readonly Subtask[]): TaskStep[] =>
  subtasks.map(({ text, background, systemPrompt }, at) =>
    TaskStep.parse({ index: at + 1, text, background, systemPrompt, status: "pending" }),
  );
