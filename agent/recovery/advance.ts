import type { Recovery, RecoveryOutcome, RecoveryProgress } from "#shared/contracts/recovery/recovery.ts";
import type {
  PlannedStep,
  RecoveryMessage,
  RecoveryOption,
  ReplanRequest,
  StepReport,
} from "#shared/contracts/recovery/recovery-messages.ts";
import type { Timestamp } from "#shared/contracts/values/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";

/** A recovery after something happened, and what is next. */
export interface Advanced {
  readonly recovery: Recovery;
  readonly next: "act" | "plan" | "end";
}

/** What is told with a report: the screen's picture by its key, empty when there is none. */
interface Told {
  readonly details: string;
  readonly screenshot: string;
  readonly at: Timestamp;
}

/** More than this is no plan any more. */
const mostTries = 40;

export function planProgress({ progress }: Recovery): RecoveryProgress {
  if (progress !== undefined) return progress;
  throw new DroverError("InternalError", "The recovery has no plan that could be carried out.");
}

export function currentStep(recovery: Recovery): PlannedStep {
  const { steps, stepIndex } = planProgress(recovery);
  const step = steps[stepIndex];
  if (step === undefined) throw new DroverError("InternalError", "The recovery's plan is over.");
  return step;
}

/** The step itself or one of its fallbacks, as it is tried now. */
export function currentOption(recovery: Recovery): RecoveryOption {
  const step = currentStep(recovery);
  const { option } = planProgress(recovery);
  return option === 0 ? step : (step.fallback_options[option - 1] ?? step);
}

const saying = (recovery: Recovery, ...messages: readonly RecoveryMessage[]): Recovery => ({
  ...recovery,
  messages: [...recovery.messages, ...messages],
});

export const cutText = (text: string, length = 500): string => text.slice(0, length).toWellFormed();

const reportOf = (
  recovery: Recovery,
  status: StepReport["status"],
  next_action: StepReport["next_action"],
  { details, screenshot }: Told,
): StepReport => ({
  message_type: "step_report",
  plan_id: planProgress(recovery).planId,
  step_id: currentStep(recovery).step_id,
  status,
  details: cutText(details),
  screenshot,
  next_action,
});

/** Another try of the option. */
export const tryAgain = (recovery: Recovery, change: Partial<RecoveryProgress>): Recovery => {
  const { pending: _over, ...progress } = planProgress(recovery);
  return { ...recovery, progress: { ...progress, ...change } };
};

export const ended = (recovery: Recovery, outcome: RecoveryOutcome, reason: string): Advanced => ({
  recovery: { ...recovery, outcome, reason: cutText(reason, 1_000) },
  next: "end",
});

interface Failed extends Told {
  /** Trying this option again brings nothing. */
  readonly isFinal?: boolean;
  readonly suggestions?: readonly string[];
}

/** A try that came to nothing: again, then the fallbacks, then the planner (docs/spec.md E2). */
export function tryFailed(recovery: Recovery, failed: Failed): Advanced {
  const { tries, attempts, option } = planProgress(recovery);
  const { actionRetries } = recovery.settings;
  if (recovery.tries >= mostTries)
    return ended(
      recovery,
      "not_recovered",
      `Nothing of ${mostTries} tries brought it back. ${failed.details}`,
    );
  const problem = cutText(failed.details);
  if (failed.isFinal !== true && tries < actionRetries)
    return {
      recovery: tryAgain(recovery, { tries: tries + 1, attempts: attempts + 1, problem }),
      next: "act",
    };
  if (option >= currentStep(recovery).fallback_options.length)
    return stepUndoable(tryAgain(recovery, { attempts: attempts + 1 }), failed);
  const told = saying(recovery, reportOf(recovery, "failure", "continue", failed));
  const change = { option: option + 1, tries: 0, seeks: 0, attempts: attempts + 1, problem };
  return { recovery: tryAgain(told, change), next: "act" };
}

/** A step that cannot be done: the planner is asked for another plan, while it may make one. */
export function stepUndoable(recovery: Recovery, failed: Failed): Advanced {
  const told = saying(recovery, reportOf(recovery, "undoable", "replan", failed));
  return replan(told, failed);
}

/** Asks for another plan, after a report or because a plan that was carried out did not help. */
export function replan(recovery: Recovery, { details, screenshot, suggestions = [] }: Failed): Advanced {
  const { planId, stepIndex, attempts, steps } = planProgress(recovery);
  const request: ReplanRequest = {
    message_type: "replan_request",
    plan_id: planId,
    failed_step: steps[Math.min(stepIndex, steps.length - 1)]?.step_id ?? 1,
    failure_reason: cutText(details),
    current_state: screenshot,
    suggested_alternatives: suggestions.slice(0, 5).map((suggestion) => cutText(suggestion, 200)),
    attempts_made: attempts,
  };
  const { progress: _over, ...asked } = saying(recovery, request);
  const { maxReplans } = recovery.settings;
  if (asked.plans.length > maxReplans)
    return ended(asked, "not_recovered", `The plan and ${maxReplans} new ones did not help. ${details}`);
  return { recovery: asked, next: "plan" };
}

/** What the actor says must end it ends it. */
export const abort = (recovery: Recovery, told: Told): Advanced =>
  ended(
    saying(recovery, reportOf(recovery, "failure", "abort", told)),
    "aborted",
    `The actor gave up: ${told.details}`,
  );

/** The step is done; `isOver`: it was the plan's last. */
export function stepDone(recovery: Recovery, told: Told): { recovery: Recovery; isOver: boolean } {
  const { steps, stepIndex, planId } = planProgress(recovery);
  const said = saying(recovery, reportOf(recovery, "success", "continue", told));
  const next = { planId, steps, stepIndex: stepIndex + 1, startedAt: told.at };
  const progress = { ...next, option: 0, tries: 0, seeks: 0, attempts: 0 };
  return {
    recovery: { ...said, succeededSteps: said.succeededSteps + 1, progress },
    isOver: stepIndex + 1 >= steps.length,
  };
}

type Tool = keyof Recovery["tools"];

/** One more use of a tool. */
export const used = (recovery: Recovery, tool: Tool, hit: boolean): Recovery => {
  const { calls, hits } = recovery.tools[tool];
  const tally = { calls: calls + 1, hits: hits + (hit ? 1 : 0) };
  return { ...recovery, tools: { ...recovery.tools, [tool]: tally } };
};

export const oneMoreTry = (recovery: Recovery): Recovery => ({ ...recovery, tries: recovery.tries + 1 });
