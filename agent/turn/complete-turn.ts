import type { Step } from "#shared/contracts/step/step.ts";
import type { PredictActionOutput } from "#shared/contracts/workflow/predict-action.ts";
import { roleOn } from "#shared/storage/jobs/job-usage.ts";
import { keepParts } from "../checklist/keep-parts.ts";
import { askForYes, awaitsYes } from "../people/approval-turn.ts";
import { proposeStep } from "../people/approve-step.ts";
import { closeTalk, putQuestion } from "../people/ask-person.ts";
import { denyStep, vetoStep } from "../people/deny-step.ts";
import type { Runtime, Services } from "../runtime/services.ts";
import { noteStep } from "../tracing/invocation.ts";
import type { ReadTurn } from "../turn-state/read-turn.ts";
import { recordStep } from "../turn-state/record-step.ts";
import { type TurnOutcome, takeStep } from "../turn-state/turn-outcome.ts";
import { settleClaim } from "./settle-claim.ts";
import { turnAnswer } from "./turn-answer.ts";

/**
 * Checks a chosen step against the job's policy and stores it with its cost. Returns the stored step, because another invocation of
 * the same turn may have been first.
 */
export function recordChosen(chosen: Step, turn: ReadTurn, runtime: Services): Promise<Step> {
  const { job, tree, catalogue } = turn;
  const denied = denyStep(vetoStep(chosen), { job, tree, actions: catalogue });
  const proposed = proposeStep(denied, { job, tree, actions: catalogue });
  return recordStep(closeTalk(proposed, job), turn, runtime);
}

/** The turn's outcome for a chosen step. */
export async function completeTurn(
  chosen: Step,
  turn: ReadTurn,
  runtime: Runtime<"predict-action">,
): Promise<PredictActionOutput> {
  return routeOf(await recordChosen(chosen, turn, runtime), turn, runtime);
}

/** An earlier invocation of this turn stored its step; the rest may be missing. */
export async function completeAgain(
  step: Step,
  turn: ReadTurn,
  runtime: Runtime<"predict-action">,
): Promise<PredictActionOutput> {
  const { tenantId, jobId, stepNumber, usage } = step;
  noteStep(stepNumber);
  const counted = { tenantId, jobId, stepNumber, usage, ...roleOn(turn.job, "agent") };
  if (turn.job.stepCount < stepNumber) await runtime.repositories.jobs.recordTurn(counted);
  await keepParts(step, turn, runtime);
  return routeOf(step, turn, runtime);
}

/** From the stored step. */
export async function routeOf(
  step: Step,
  turn: ReadTurn,
  runtime: Runtime<"predict-action">,
): Promise<PredictActionOutput> {
  if (awaitsYes(step)) return askForYes(turn.job, step, runtime);
  const told = await toldByUser(step, turn, runtime);
  if (told.kind === "answer") return told.answer;
  await putQuestion(turn.job, told.step, runtime);
  const waits = await waitForRoles(told.step, turn, runtime);
  if (waits !== null) return waits;
  return (await settleClaim(told.step, turn, runtime)) ?? turnAnswer(turn.job, told.step, turn.catalogue);
}

/** Few jobs have a simulated user, and few are one of several roles: others load nothing for it. */
async function toldByUser(
  step: Step,
  turn: ReadTurn,
  runtime: Runtime<"predict-action">,
): Promise<TurnOutcome> {
  if (turn.job.user === undefined) return takeStep(step);
  return (await import("../people/ask-simulated-user.ts")).askSimulatedUser(step, turn, runtime);
}

async function waitForRoles(
  step: Step,
  turn: ReadTurn,
  runtime: Services,
): Promise<PredictActionOutput | null> {
  if (turn.job.roleOf === undefined) return null;
  return (await import("../roles/talk-to-roles.ts")).talkToRoles(step, turn, runtime);
}
