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

/** The answer of a turn without a claim that stands follows from the stored step alone, so a repeated invocation gives the same one. */
export function turnAnswer(job: Job, step: Step, catalogue: ActionCatalogue): PredictActionOutput {
  // A claim that was rejected: nothing was done, and the agent continues from the same screen.
  if (isDenied(step) || isUnapproved(step) || isClaim(step))
    return { route: "denied", nextStepNumber: step.stepNumber + 1 };
  // The turn of a step that its user has yet to answer comes again; one that was answered needs no look at the device.
  if (openForUser(step, job) !== undefined) return { route: "denied", nextStepNumber: step.stepNumber };
  if (job.user !== undefined && talkOf(step)?.kind === "ask_user")
    return { route: "denied", nextStepNumber: step.stepNumber + 1 };
  if (talkOf(step)?.kind === "tell") return { route: "denied", nextStepNumber: step.stepNumber + 1 };
  // What was answered already, in the run that is done again for example, is asked of nobody.
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

/** Beyond the first, each action is preceded by a look. */
const secondsForAnother = 10;
const longestCommandSeconds = 600;

/** A step's limit is for one action without what it was asked to wait. */
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
