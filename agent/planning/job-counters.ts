import type { ActionCatalogue } from "#shared/actions/action-catalogue.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { type CountedFailure, type CountersInput, failuresIn } from "./counted-failures.ts";

/** How a job has fared so far; all of it follows from what is stored, so a state that runs twice counts nothing twice. */
export interface JobCounters {
  /** Oldest first. */
  readonly failures: readonly CountedFailure[];
  /** Steps that failed and completions that were rejected since guidance was adopted last, by their weight. */
  readonly failuresSinceLastPlan: number;
  /** Turns since a step did what was meant and led to what was not seen before, or since guidance was adopted. */
  readonly iterationsSinceLastComplete: number;
  /** Turns since anybody said how the job gets on: guidance that was adopted, or a progress check. */
  readonly unquestionedIterations: number;
  /** 0: none was made. */
  readonly lastProgressCheckIteration: number;
  /** 0: the planner was never asked. */
  readonly lastPlanConsultIteration: number;
  readonly lastResortConsulted: boolean;
}

/** What a rule did to get the agent unstuck, a wait and a claim bring the task no further. */
function hasWorked(step: Step, catalogue: ActionCatalogue): boolean {
  const { outcome, verification, screenChanged, chosenBy, completionCheck, actions } = step;
  if (outcome?.ok !== true || chosenBy === "unstick" || chosenBy === "look" || completionCheck !== undefined)
    return false;
  if (actions.every(({ action }) => catalogue.find(action.action)?.idle === true)) return false;
  if (verification === undefined || verification.verdict === "unsure") return screenChanged === true;
  return verification.verdict === "passed";
}

/** Numbers of the steps that did what was meant and what was not done before: a screen that comes back is no progress. */
function completedSteps(steps: readonly Step[], catalogue: ActionCatalogue): readonly number[] {
  const seen = new Set<string>();
  return steps.flatMap((step) => {
    const { before, after = before, actions } = step;
    seen.add(before.treeHash);
    const isSame = after.treeHash === before.treeHash;
    const reached = isSame
      ? `${before.treeHash} ${JSON.stringify(actions.map(({ action }) => action))}`
      : after.treeHash;
    const isNews = !seen.has(reached);
    seen.add(reached);
    return isNews && hasWorked(step, catalogue) ? [step.stepNumber] : [];
  });
}

const latest = (numbers: readonly number[]): number => Math.max(0, ...numbers);

/** The counters of docs/spec.md R3.2 to R3.5, each as its source names it. */
export function jobCountersOf(input: CountersInput): JobCounters {
  const { steps, plans, stepNumber } = input;
  const failures = failuresIn(input);
  const adoptedAt = latest(plans.map(({ adoptedAtStep = 0 }) => adoptedAtStep));
  const before = (steps[0]?.stepNumber ?? stepNumber) - 1;
  const completed = latest(completedSteps(steps, input.catalogue));
  const checked = latest(
    steps.filter((step) => step.progressCheck !== undefined).map((step) => step.stepNumber + 1),
  );
  return {
    failures,
    failuresSinceLastPlan: failures
      .filter(({ iteration }) => iteration > adoptedAt)
      .reduce((sum, { weight }) => sum + weight, 0),
    iterationsSinceLastComplete: Math.max(0, stepNumber - 1 - Math.max(before, completed, adoptedAt - 1)),
    unquestionedIterations: Math.max(0, stepNumber - 1 - Math.max(before, checked - 1, adoptedAt - 1)),
    lastProgressCheckIteration: checked,
    lastPlanConsultIteration: latest(plans.map(({ requestedAtStep }) => requestedAtStep)),
    lastResortConsulted: plans.some(({ kind }) => kind === "lastResort"),
  };
}
