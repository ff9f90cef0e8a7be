import { parts as partsAction } from "#shared/actions/built-in/parts.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { isReady, type Plan } from "#shared/contracts/job/plan.ts";
import { TaskStep } from "#shared/contracts/job/task-step.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import type { CompletionCheck } from "#shared/contracts/step/step-findings.ts";
import { displayText } from "#shared/text/display-text.ts";
import { splitTask } from "./split-task.ts";

interface Told {
  readonly job: Pick<Job, "task" | "lostSteps" | "session" | "recovery" | "agent">;
  /** Oldest first. */
  readonly history: readonly Step[];
  readonly plans?: readonly Plan[];
}

/** A task that is longer than this may have parts that no rule sees. */
const mayHaveParts = 80;
const longestEvidence = 500;

/** Whether the agent of a job has parts to tick off, known from its task alone, so that what it is offered stays the same. */
export const keepsChecklist = ({ task, session, recovery, agent }: Told["job"]): boolean =>
  (agent?.kind ?? "builtin") === "builtin" &&
  session === undefined &&
  recovery === undefined &&
  (task.length > mayHaveParts || splitTask(task).length > 1);

const partsOf = (texts: readonly string[]): readonly TaskStep[] =>
  texts.map((text, at) => TaskStep.parse({ index: at + 1, text, status: "pending" }));

const ticked = (parts: readonly TaskStep[], index: number, evidence: string): readonly TaskStep[] =>
  parts.map((part) =>
    part.index === index && part.status === "pending"
      ? { ...part, status: "complete", result: displayText(evidence, longestEvidence) }
      : part,
  );

/** What a step says of the parts: a new list keeps the ticks of parts that it names as before. */
function afterStep(parts: readonly TaskStep[], { actions, completionCheck }: Step): readonly TaskStep[] {
  let now = parts;
  for (const {
    action: { action: name, ...given },
  } of actions) {
    const said = name === partsAction.name ? partsAction.parameters.safeParse(given).data : undefined;
    if (said?.list !== undefined) now = relisted(now, said.list);
    if (said?.done !== undefined) now = ticked(now, said.done, said.evidence ?? "");
  }
  for (const { index, done, evidence } of completionCheck?.parts ?? [])
    if (done) now = ticked(now, index, evidence);
  return acceptsWhole(completionCheck)
    ? now.reduce((all, { index }) => ticked(all, index, completionCheck.reason), now)
    : now;
}

/** A model that checked the claim accepted it without a word on single parts. */
const acceptsWhole = (check: Step["completionCheck"]): check is CompletionCheck =>
  check?.accepted === true && check.model !== undefined && check.parts === undefined;

const relisted = (before: readonly TaskStep[], texts: readonly string[]): readonly TaskStep[] =>
  partsOf(texts).map((part) => {
    const same = before.find(({ text, status }) => text === part.text && status === "complete");
    return same === undefined ? part : { ...same, index: part.index };
  });

const isBegun = (parts: readonly TaskStep[]): boolean => parts.some(({ status }) => status === "complete");

/**
 * The parts of a job's task with what was ticked off on the device that it has now: the agent's own list, else that of a plan that came
 * before anything was ticked off, else the rule's. It follows from what is stored. Empty: there are no parts to speak of.
 */
export function checklistOf({ job, history, plans = [] }: Told): readonly TaskStep[] {
  if (!keepsChecklist(job)) return [];
  const { lostSteps = 0 } = job;
  let parts = partsOf(splitTask(job.task));
  let isOwn = false;
  const adopted = plans.filter(isReady).filter(({ content }) => (content.parts?.length ?? 0) > 1);
  const adopt = (stepNumber: number): void => {
    const plan = adopted.findLast(
      ({ adoptedAtStep = Number.POSITIVE_INFINITY }) => adoptedAtStep <= stepNumber,
    );
    if (plan !== undefined && !isOwn && !isBegun(parts)) parts = partsOf(plan.content.parts ?? []);
  };
  for (const step of history) {
    adopt(step.stepNumber);
    if (step.actions.some(({ action }) => action.action === partsAction.name && action.list !== undefined))
      isOwn = true;
    parts = afterStep(parts, step);
    // What was done on a device that is lost is to be done again.
    if (step.stepNumber <= lostSteps) parts = partsOf(parts.map(({ text }) => text));
  }
  adopt((history.at(-1)?.stepNumber ?? 0) + 1);
  return parts.length > 1 ? parts : [];
}

/** Parts as `[x] 1. Turn on Bluetooth`, a line each; the text is the task's or a model's. */
export const checklistText = (parts: readonly TaskStep[], { withEvidence = false } = {}): string =>
  parts
    .map(({ index, text, status, result }) => {
      const seen =
        withEvidence && result !== undefined ? ` -- the agent saw: ${displayText(result, 200)}` : "";
      return `[${status === "complete" ? "x" : " "}] ${index}. ${displayText(text, 160)}${seen}`;
    })
    .join("\n");

/** Which parts nobody ticked off, in a sentence; empty: none is open. */
export function openParts(parts: readonly TaskStep[]): string {
  const open = parts.filter(({ status }) => status !== "complete");
  const named = open.map(({ index, text }) => `${index} (${displayText(text, 80)})`);
  return open.length === 0
    ? ""
    : `Nobody ticked off ${open.length === 1 ? "part" : "parts"} ${named.join(", ")}.`;
}
