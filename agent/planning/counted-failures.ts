import type { ActionCatalogue } from "#shared/actions/action-catalogue.ts";
import { stepWords } from "#shared/actions/action-words.ts";
import type { Plan } from "#shared/contracts/job/plan.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { isAgentsChoice } from "#shared/rules/agent-kind.ts";
import { displayText } from "#shared/text/display-text.ts";
import { isLayoutStagnant, type StagnationStep } from "./stagnation.ts";

export interface CountersInput {
  /** Closed steps on the device that the job has now, oldest first. */
  readonly steps: readonly Step[];
  readonly plans: readonly Plan[];
  /** The turn that is about to be made, and not to do again what the step before it did in vain. */
  readonly stepNumber: number;
  /** Whether the agent may be told words of the screen. */
  readonly quotesScreen: boolean;
  readonly catalogue: ActionCatalogue;
}

/** One thing that went wrong, in the words that the planner and the agent are told; they may quote the screen and models. */
export interface CountedFailure {
  readonly kind: "step" | "completion" | "progress" | "stagnation";
  /** The turn that got to know of it. */
  readonly iteration: number;
  /** What it adds to the failures since the last plan. */
  readonly weight: number;
  readonly text: string;
}

const longest = 500;
/** Steps that the detectors look back on. */
const longestStretch = 11;

/** Oldest first. */
export function failuresIn(input: CountersInput): readonly CountedFailure[] {
  const { steps, stepNumber, quotesScreen } = input;
  const found = steps.flatMap((step, index) => [
    ...stepFailure(step, steps, quotesScreen),
    ...rejection(step),
    ...stall(step),
    ...stagnation(steps.slice(Math.max(0, index + 1 - longestStretch), index + 1)),
  ]);
  return found
    .filter(({ iteration }) => iteration <= stepNumber)
    .sort((one, other) => one.iteration - other.iteration);
}

const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** What the agent chose, or had done again for it, and that was not the farm's fault. */
const isAgents = ({ chosenBy, errorId }: Step): boolean =>
  (isAgentsChoice(chosenBy) || chosenBy === "retry") && errorId === undefined;

const hasFailed = (step: Step): boolean =>
  isAgents(step) && (step.outcome?.ok === false || step.verification?.verdict === "failed");

function reasonOf({ outcome, verification }: Step, quotesScreen: boolean): string {
  const said =
    outcome?.ok === false
      ? outcome.message
      : verification?.findings.find(({ verdict }) => verdict === "failed")?.text;
  return sentence((quotesScreen ? said : undefined) ?? outcome?.errorCode ?? "It had no effect");
}

/** A step has failed when its retry on a fresh element map has, or when it is over without one (docs/spec.md R3.3). */
function stepFailure(step: Step, steps: readonly Step[], quotesScreen: boolean): readonly CountedFailure[] {
  if (!hasFailed(step)) return [];
  const { stepNumber, retryOf } = step;
  if (retryOf !== undefined) {
    const first = steps.find((earlier) => earlier.stepNumber === retryOf) ?? step;
    const why = reasonOf(first, quotesScreen);
    return [failed(stepNumber + 1, `Step '${stepWords(first, quotesScreen)}' failed twice. First: ${why}`)];
  }
  if (steps.some((later) => later.retryOf === stepNumber)) return [];
  return [
    failed(stepNumber + 1, `Step '${stepWords(step, quotesScreen)}' failed. ${reasonOf(step, quotesScreen)}`),
  ];
}

const failed = (iteration: number, text: string): CountedFailure => ({
  kind: "step",
  iteration,
  weight: 1,
  text: displayText(text, longest),
});

const wrongTask = /wrong|different|instead of/i;
const weights = { wrongTask: 3, other: 1 } as const;

/** What was done was not the task: that counts as much as three failures (docs/spec.md R3.4). */
function rejection({ stepNumber, completionCheck }: Step): readonly CountedFailure[] {
  if (completionCheck === undefined || completionCheck.accepted) return [];
  const { reason } = completionCheck;
  const iteration = stepNumber + 1;
  const weight = wrongTask.test(reason) ? weights.wrongTask : weights.other;
  const text = displayText(`Completion rejected (iter ${iteration}): ${sentence(reason)}`, longest);
  return [{ kind: "completion", iteration, weight, text }];
}

function stall({ stepNumber, progressCheck }: Step): readonly CountedFailure[] {
  if (progressCheck?.progressing !== false) return [];
  const iteration = stepNumber + 1;
  const text = displayText(`Progress check (iter ${iteration}): ${progressCheck.reason}`, longest);
  return [{ kind: "progress", iteration, weight: 0, text }];
}

const layoutWords = "Screen structure stagnant: same layout seen 3 times in last 10 iterations";

const screensOf = (steps: readonly Step[]): readonly StagnationStep[] =>
  steps.map(({ before, after }) => ({
    hashBefore: before.treeHash,
    hashAfter: after?.treeHash ?? before.treeHash,
  }));

/** What the newest of these steps says of a screen that stays the same; a rule that did something about it says so itself. */
function stagnation(steps: readonly Step[]): readonly CountedFailure[] {
  const step = steps.at(-1);
  if (step === undefined) return [];
  const isUnsticking = step.chosenBy === "unstick";
  const screens = screensOf(steps);
  const isNews = isLayoutStagnant(screens) && !isLayoutStagnant(screens.slice(0, -1));
  if (!isUnsticking && !isNews) return [];
  const text = isUnsticking ? displayText(step.thinking, longest) : layoutWords;
  return [{ kind: "stagnation", iteration: step.stepNumber + 1, weight: 0, text }];
}
