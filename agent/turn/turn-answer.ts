import type { ActionCatalogue } from "#shared/actions/action-catalogue.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import type { StoredAction } from "#shared/contracts/step/stored-action.ts";
import type { PredictActionOutput } from "#shared/contracts/workflow/predict-action.ts";
import { deviceActionsOf } from "#shared/rules/steps/step-actions.ts";
import { isUnapproved } from "../people/approval-turn.ts";
import { askRoute } from "../people/ask-person.ts";
import { isDenied } from "../people/deny-step.ts";
import { openForUser } from "../people/open-for-user.ts";
import { isClaim } from "../steps/step-claim.ts";
import { talkOf } from "../steps/step-talk.ts";

/** Without a valid claim the turn's output follows from the stored step alone, so a repeated invocation returns the same one. */
export function turnAnswer(job: Job, step: Step, catalogue: ActionCatalogue): PredictActionOutput {
  // A rejected claim: nothing was done, and the agent continues from the same screen.
  if (isDenied(step) || isUnapproved(step) || isClaim(step))
    return { route: "denied", nextStepNumber: step.stepNumber + 1 };
  // A step with an open question runs its turn again; an answered one needs no look at the device.
  if (openForUser(step, job) !== undefined) return { route: "denied", nextStepNumber: step.stepNumber };
  if (job.user !== undefined && talkOf(step)?.kind === "ask_user")
    return { route: "denied", nextStepNumber: step.stepNumber + 1 };
  if (talkOf(step)?.kind === "tell") return { route: "denied", nextStepNumber: step.stepNumber + 1 };
  // A question that is already answered, for example in a repeated run, is not asked again.
  const talk = step.toolResult === undefined ? talkOf(step) : null;
  if (talk?.kind === "ask_user") return askRoute(job, step);
  if (talk?.kind === "mcp_call") {
    return { route: "callTool", stepNumber: step.stepNumber, nextStepNumber: step.stepNumber + 1 };
  }
  const actions = deviceActionsOf(step);
  return {
    route: "perform",
    stepNumber: step.stepNumber,
    commandId: `${step.jobId}-${step.stepNumber}-perform`,
    deadlineSeconds: secondsFor(actions, job.limits.stepTimeoutSeconds, catalogue),
    actions,
  };
}

/** Each action after the first is preceded by a look. */
const secondsForAnother = 10;
const longestCommandSeconds = 600;

/** The time limit of a step covers one action without its requested wait. */
function secondsFor(
  actions: readonly StoredAction[],
  stepTimeoutSeconds: number,
  catalogue: ActionCatalogue,
): number {
  const asked = actions.reduce((sum, action) => sum + askedMilliseconds(action, catalogue), 0) / 1_000;
  const others = Math.max(0, actions.length - 1) * secondsForAnother;
  return Math.min(longestCommandSeconds, stepTimeoutSeconds + Math.ceil(asked) + others);
}

function askedMilliseconds({ action, ...parameters }: StoredAction, catalogue: ActionCatalogue): number {
  const definition = catalogue.find(action);
  return definition?.device === undefined ? 0 : (definition.lasts?.(parameters) ?? 0);
}
