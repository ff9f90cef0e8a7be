import type { Plan, PlanKind, PlanTrigger } from "#shared/contracts/job/plan.ts";
import type { Supervision } from "#shared/contracts/job/supervision.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import type { CountedFailure } from "./counted-failures.ts";
import type { JobCounters } from "./job-counters.ts";

/** The figures of docs/spec.md R3.2 to R3.5, as their source has them; the last is ours. */
const figures = {
  staleIterations: 3,
  checksApart: 3,
  failures: 3,
  plansApart: 3,
  lastIterations: 5,
  unquestioned: 10,
} as const;

/** A planner that has not answered by then never will: its function and its state are long over. */
const longestPlanningMilliseconds = 300_000;

export interface PlanDue {
  readonly kind: PlanKind;
  readonly trigger: PlanTrigger;
}

interface Turn {
  readonly counters: JobCounters;
  readonly plans: readonly Plan[];
  /** All of the job's steps. */
  readonly steps: readonly Step[];
  readonly stepNumber: number;
  readonly maxSteps: number;
  readonly supervision: Pick<Required<Supervision>, "planning" | "progress">;
  readonly now: Date;
}

/** Which plan is to be asked for before this turn; null: none. */
export function planDue(turn: Turn): PlanDue | null {
  const { counters, plans, stepNumber, maxSteps, supervision, now } = turn;
  if (supervision.planning === "off") return null;
  const isLast = stepNumber >= maxSteps - figures.lastIterations;
  if (isLast && counters.failuresSinceLastPlan > 0 && !counters.lastResortConsulted)
    return { kind: "lastResort", trigger: "lastTurns" };
  if (plans.some((plan) => isAwaited(plan, now))) return null;
  if (isNews(turn, "progress")) return { kind: "recovery", trigger: "progressStall" };
  if (hasFailedOften(turn)) return { kind: "recovery", trigger: "stepFailures" };
  return supervision.planning === "full" && isFirst(turn) ? { kind: "initial", trigger: "firstTurn" } : null;
}

const isAwaited = ({ status, requestedAt }: Plan, now: Date): boolean =>
  status === "pending" && now.getTime() - Date.parse(requestedAt) < longestPlanningMilliseconds;

/** Nothing was asked of the model yet; what was done from a record came before its first turn. */
const isFirst = ({ plans, steps }: Turn): boolean =>
  plans.length === 0 && steps.every(({ chosenBy }) => chosenBy !== "model");

/** Not known yet when the agent was last asked: what is chosen by rule asks for no plan. */
function isNews({ counters, steps }: Turn, sought: CountedFailure["kind"]): boolean {
  const lastAsked = steps.findLast(({ chosenBy }) => chosenBy === "model")?.stepNumber ?? 0;
  return counters.failures.some(({ kind, iteration }) => kind === sought && iteration > lastAsked);
}

/** Looked at when a step has failed; a rejected claim counts, and brings the plan with the next failure (docs/spec.md R3.4). */
function hasFailedOften(turn: Turn): boolean {
  const { counters, stepNumber } = turn;
  const { failuresSinceLastPlan, lastPlanConsultIteration } = counters;
  return (
    isNews(turn, "step") &&
    failuresSinceLastPlan >= figures.failures &&
    stepNumber - lastPlanConsultIteration >= figures.plansApart
  );
}

/** Whether a model is to be asked if there is any progress: nothing new came for some turns, or nobody was asked for many. */
export const isCheckDue = ({ counters, stepNumber, supervision }: Turn): boolean =>
  supervision.progress === true &&
  (counters.unquestionedIterations >= figures.unquestioned ||
    (counters.iterationsSinceLastComplete >= figures.staleIterations &&
      stepNumber - counters.lastProgressCheckIteration >= figures.checksApart));
