import { turnBudget } from "#agent/budget/turn-budget.ts";
import { modelFor } from "#agent/model-calls/model-for.ts";
import { closeTurn, outsideTurn } from "#agent/outside/outside-turn.ts";
import { serviceOf, serviceTurn } from "#agent/outside/service-turn.ts";
import { awaitsYes, endApprovalWait, settleApproval } from "#agent/people/approval-turn.ts";
import { settleQuestion } from "#agent/people/ask-person.ts";
import { openForUser } from "#agent/people/open-for-user.ts";
import { awaitOthers } from "#agent/roles/await-others.ts";
import { roleTurn, settleRoleWait } from "#agent/roles/role-turn.ts";
import type { Runtime } from "#agent/runtime/services.ts";
import { askModel } from "#agent/turn/ask-model.ts";
import { awaitChecks } from "#agent/turn/await-checks.ts";
import { choosePlan } from "#agent/turn/choose-plan.ts";
import { completeAgain, completeTurn, type ReadTurn } from "#agent/turn/complete-turn.ts";
import { instructedTurn, openInstruction } from "#agent/turn/instructed-turn.ts";
import { unstickStep } from "#agent/turn/ladder-step.ts";
import { endPauseTurn, pauseTurn } from "#agent/turn/pause-turn.ts";
import { loopEndOrRecovery, ownRecovery } from "#agent/turn/recover-turn.ts";
import { retryStep } from "#agent/turn/retry-step.ts";
import { settleClaim } from "#agent/turn/settle-claim.ts";
import { sourceTurn } from "#agent/turn/source-turn.ts";
import { verifyDoubtful } from "#agent/turn/verify-doubtful.ts";
import { withoutDevice } from "#agent/turn/without-device.ts";
import { cancelledEnd } from "#agent/turn-state/loop-end.ts";
import { requireDevice } from "#agent/turn-state/lost-device-turn.ts";
import { goesOnElsewhere } from "#agent/turn-state/next-execution.ts";
import { readTurn, type TurnState } from "#agent/turn-state/read-turn.ts";
import { sameTurn } from "#agent/turn-state/record-step.ts";
import type { SupervisedTurn } from "#agent/turn-state/supervised-turn.ts";
import { goOnWaiting } from "#agent/turn-state/wait-for-model.ts";
import type { Observation } from "#shared/contracts/device/observation.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { Step } from "#shared/contracts/job/step.ts";
import { PredictActionInput, PredictActionOutput } from "#shared/contracts/workflow/predict-action.ts";
import { outsideAgent } from "#shared/rules/agent-kind.ts";
import { supervisionOf } from "#shared/rules/supervision-of.ts";
import { workflowHandler } from "./runtime/workflow-handler.ts";

/**
 * One turn: ends the loop if it must end, waits if the model must be waited for, else chooses by rule or asks the model, and
 * stores the step.
 * @throws NotFound, StorageUnavailable, ConfigurationInvalid, ModelRejected, and when the job may not wait for them
 * ModelOverloaded, ModelTimeout, ModelUnavailable
 */
async function predictAction(
  input: PredictActionInput,
  runtime: Runtime<"predict-action">,
): Promise<PredictActionOutput> {
  const { observation } = input;
  if (observation === null) return withoutDevice(input, runtime);
  const startedAt = runtime.monotonic();
  const state = await readSettled(input, observation, runtime);
  if ("route" in state) return state;
  const { job, history } = state;
  const claiming = { ...state, input };
  if (cancelledEnd(job, state.farm) === null) {
    const together = await roleTurn(input, state, runtime);
    if (together !== null) return together;
    const settled = await settleEarlier(claiming, runtime);
    if (settled !== null) return settled;
  }
  const now = runtime.now();
  const turn = { input, state, runtime };
  const end = (await loopEndOrRecovery(turn, now)) ?? (await ownRecovery(turn));
  if (end?.route === "recover") return end;
  if (end !== null) {
    await closeTurn(job, runtime);
    runtime.logger.info("the loop ends", end);
    return end;
  }
  if (goesOnElsewhere(input)) return { route: "continue" };
  const { waiting } = job;
  if (waiting !== undefined && now.getTime() < Date.parse(waiting.until))
    return goOnWaiting({ job, history, runtime }, waiting);
  const spent = await turnBudget(job, input.stepNumber, runtime);
  if (spent !== null) return { route: "judge", end: spent };
  const source = await sourceTurn({ input, state, runtime });
  if ("answer" in source) return source.answer;
  const chosen = "step" in source ? source.step : await choose(input, { ...state, ...source }, runtime);
  if ("route" in chosen) return chosen;
  const turnMilliseconds = Math.round(runtime.monotonic() - startedAt);
  return completeTurn({ ...chosen, timings: { ...chosen.timings, turnMilliseconds } }, claiming, runtime);
}

/** What this turn, or the one before, has left to be done before anything is chosen; null: nothing. */
async function settleEarlier(
  turn: ReadTurn,
  runtime: Runtime<"predict-action">,
): Promise<PredictActionOutput | null> {
  const { job, existing, history, observation, input } = turn;
  if (existing !== undefined && !awaitsYes(existing))
    return completeAgain(standing(existing, job, observation), turn, runtime);
  if (existing !== undefined) await endApprovalWait(existing, turn, runtime);
  const last = existing === undefined ? history.at(-1) : undefined;
  // What was claimed of a device that is lost is true of no other.
  const isLost = last === undefined || last.stepNumber <= (job.lostSteps ?? 0);
  const claimed = isLost ? null : await settleClaim(last, turn, runtime);
  const paused = claimed ?? (await pauseTurn(job, input, runtime));
  if (paused !== null || existing === undefined) return paused;
  const decided = await settleApproval(existing, turn, runtime);
  return "route" in decided ? decided : completeAgain(decided, turn, runtime);
}

/** An answer that came meanwhile, of a person or another role, is read with the steps, and a pause that is over is counted. */
async function readSettled(
  input: PredictActionInput,
  observation: Observation,
  runtime: Runtime<"predict-action">,
): Promise<TurnState | PredictActionOutput> {
  const state = await readTurn(input, observation, runtime);
  if (cancelledEnd(state.job, state.farm) !== null) return state;
  const isOver =
    (await settleQuestion(state.job, input, runtime)) ||
    (await settleRoleWait(state, input, runtime)) ||
    (await endPauseTurn(state.job, runtime));
  if (typeof isOver === "object") return isOver;
  return isOver ? readTurn(input, observation, runtime) : state;
}

/** By rule, or by the agent: a model of the farm's, or one outside of it. */
async function choose(
  input: PredictActionInput,
  state: TurnState,
  runtime: Runtime<"predict-action">,
): Promise<Step | PredictActionOutput> {
  const asked = { input, state, runtime };
  const outside = outsideAgent(state.job);
  if (outside !== null) {
    requireDevice(state.job);
    const instruction = openInstruction(state.job, input.stepNumber);
    if (instruction !== null) return instructedTurn(asked, instruction, outside);
    return chooseForeign(asked, () => outsideTurn(asked, outside));
  }
  const service = serviceOf(state.job);
  if (service !== null) return chooseForeign(asked, () => serviceTurn(asked, service));
  const agent = await modelFor("agent", state.job, runtime);
  const supervision = supervisionOf(state.job, agent.settings.dialect);
  const turn = { input, state, agent, supervision, runtime };
  return (await chooseByRule(turn)) ?? askBeside(turn);
}

/**
 * What its user is asked is no matter of the screen: another device may have come while the user's model was waited for. What a person
 * decided on was looked at anew.
 */
const standing = (step: Step, job: Job, { capturedAt }: Observation): Step =>
  openForUser(step, job) !== undefined || step.approval?.lookedAt === capturedAt
    ? step
    : sameTurn(step, capturedAt);

/** An agent of another maker: the farm's rules help it only where the job names them. */
async function chooseForeign(
  turn: Omit<SupervisedTurn, "agent" | "supervision">,
  ask: () => Promise<Step | PredictActionOutput>,
): Promise<Step | PredictActionOutput> {
  const supervision = supervisionOf(turn.state.job);
  return (await chooseByRule({ ...turn, supervision })) ?? ask();
}

export const handler = workflowHandler({
  name: "predict-action",
  input: PredictActionInput,
  output: PredictActionOutput,
  handle: async (input, runtime) => {
    const answer = await awaitChecks(await predictAction(input, runtime), input, runtime);
    return awaitOthers(answer, input, runtime);
  },
});

/**
 * Asks the agent, with what a planner advises, unless the planner or a progress check is to be asked first; and beside it the
 * verifier about the step before, which nobody waits for otherwise (docs/spec.md R9.3).
 */
async function askBeside(turn: SupervisedTurn): Promise<Step | PredictActionOutput> {
  const advice = await choosePlan(turn);
  if ("route" in advice) return advice;
  const [asked] = await Promise.all([askModel({ ...turn, advice }), verifyDoubtful(turn)]);
  return asked;
}

/** A step for which no model need be asked; null: the agent is asked. */
async function chooseByRule({
  input,
  state,
  supervision,
  runtime,
}: Omit<SupervisedTurn, "agent">): Promise<Step | null> {
  const retry = supervision.retry ? await retryStep(input, state, runtime) : null;
  return retry ?? (supervision.recovery ? unstickStep(input, state, runtime) : null);
}
