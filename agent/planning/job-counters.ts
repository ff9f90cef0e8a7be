import type { Step } from "#shared/contracts/job/step.ts";
import { type CountedFailure, type CountersInput, failuresIn } from "./counted-failures.ts";

/** How a job has fared so far; all of it follows from what is stored, so a state that runs twice counts nothing twice. */
export interface JobCounters {
  /** Oldest first. */
  readonly failures: readonly CountedFailure[];
  /** Steps that failed and completions that were rejected since guidance was adopted last, by their weight. */
  readonly failuresSinceLastPlan: number;
  /** Turns since a step did what was meant, or since guidance was adopted. */
  readonly iterationsSinceLastComplete: number;
  /** 0: none was made. */
  readonly lastProgressCheckIteration: number;
  /** 0: the planner was never asked. */
  readonly lastPlanConsultIteration: number;
  readonly lastResortConsulted: boolean;
}

/** What a rule did to get the agent unstuck, and a claim, bring the task no further. */
function isCompleted(step: Step): boolean {
  const { outcome, verification, screenChanged, chosenBy, completionCheck } = step;
  if (outcome?.ok !== true || chosenBy === "unstick" || chosenBy === "look" || completionCheck !== undefined)
    return false;
  if (verification === undefined || verification.verdict === "unsure") return screenChanged === true;
  return verification.verdict === "passed";
}

const latest = (numbers: readonly number[]): number => Math.max(0, ...numbers);

/** The counters of docs/spec.md R3.2 to R3.5, each as its source names it. */
export function jobCountersOf(input: CountersInput): JobCounters {
  const { steps, plans, stepNumber } = input;
  const failures = failuresIn(input);
  const adoptedAt = latest(plans.map(({ adoptedAtStep = 0 }) => adoptedAtStep));
  const before = (steps[0]?.stepNumber ?? stepNumber) - 1;
  const completed = latest(steps.filter(isCompleted).map((step) => step.stepNumber));
  return {
    failures,
    failuresSinceLastPlan: failures
      .filter(({ iteration }) => iteration > adoptedAt)
      .reduce((sum, { weight }) => sum + weight, 0),
    iterationsSinceLastComplete: Math.max(0, stepNumber - 1 - Math.max(before, completed, adoptedAt - 1)),
    lastProgressCheckIteration: latest(
      steps.filter((step) => step.progressCheck !== undefined).map((step) => step.stepNumber + 1),
    ),
    lastPlanConsultIteration: latest(plans.map(({ requestedAtStep }) => requestedAtStep)),
    lastResortConsulted: plans.some(({ kind }) => kind === "lastResort"),
  };
}
