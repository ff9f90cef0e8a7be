import type { OutsideAgent } from "#shared/contracts/job/agent.ts";
import { turnCallback } from "#shared/contracts/job/callback.ts";
import { TurnId } from "#shared/contracts/values/ids.ts";
import type { PredictActionInput } from "#shared/contracts/workflow/predict-action.ts";
import { isOpenTurn, isUnclosed, type Turn } from "#shared/contracts/workflow/turn.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { isLongOver, totalDeadline } from "#shared/values/total-time.ts";
import { attemptUse } from "../budget/attempt-use.ts";
import type { Services } from "../runtime/services.ts";
import { agentFailed, overSpent } from "../turn-state/agent-failure.ts";
import { outsideStep } from "../turn-state/outside-step.ts";
import type { TurnState } from "../turn-state/read-turn.ts";
import { answerWith, type TurnOutcome, takeStep } from "../turn-state/turn-outcome.ts";

interface OpeningTurn {
  readonly input: PredictActionInput;
  readonly state: TurnState;
  readonly runtime: Services;
}

/** Errors by which a wait ends that nobody answered. */
export const silence: ReadonlySet<string> = new Set(["States.Timeout", "States.HeartbeatTimeout"]);

/**
 * The turn of an outside agent: it is opened, and what the agent chooses comes by the API (agent/taken-turns). One that
 * was opened before is continued: it may have been answered by a process that died then.
 * @throws StorageUnavailable
 */
export async function outsideTurn(opening: OpeningTurn, agent: OutsideAgent): Promise<TurnOutcome> {
  const { input, state, runtime } = opening;
  const { tenantId, jobId } = input;
  const over = await overSpent(state.job, runtime);
  if (over !== null) return answerWith(over);
  const latest = await runtime.repositories.turns.latest(tenantId, jobId);
  if (latest !== null && isOf(latest, input)) return goOn(latest, opening, agent);
  const failed = input.failedHelpers.AwaitTurn;
  if (failed !== undefined && !silence.has(failed))
    throw new DroverError("StorageUnavailable", `The agent's turn could not be opened: ${failed}.`);
  const turnId = TurnId.parse(runtime.newId());
  return awaitTurn(turnId, opening, agent, latest?.claimedBy ?? null);
}

const isOf = ({ stepNumber, input }: Turn, now: PredictActionInput): boolean =>
  stepNumber === now.stepNumber && input.observation?.capturedAt === now.observation?.capturedAt;

async function goOn(turn: Turn, opening: OpeningTurn, agent: OutsideAgent): Promise<TurnOutcome> {
  const { input, state, runtime } = opening;
  const { status, answer, openedAt, until } = turn;
  if (agent.kind === "session" && status !== "answered") return sessionTurn(turn, opening, agent);
  if (status === "answered" && answer !== undefined) {
    const given = { input, state, answer, chosenBy: agent.kind, name: agent.name, askedAt: openedAt };
    return takeStep(await outsideStep(given, runtime));
  }
  const wasAwaited = input.failedHelpers.AwaitTurn !== undefined;
  const isOpen = isUnclosed(turn);
  if (isOpen && !wasAwaited && runtime.now().toISOString() < until)
    return awaitTurn(turn.turnId, opening, agent, turn.claimedBy ?? null);
  const closed = isOpen ? await runtime.repositories.turns.expire(turn) : turn;
  // It was answered at the last moment.
  if (closed === null) {
    const now = await runtime.repositories.turns.get(turn);
    if (now !== null && now.status !== status) return goOn(now, opening, agent);
  }
  const { failure } = turn;
  if (failure === undefined && isLongOver(until, runtime.now()))
    return awaitTurn(TurnId.parse(runtime.newId()), opening, agent, turn.claimedBy ?? null);
  const seconds = Math.round((Date.parse(until) - Date.parse(openedAt)) / 1_000);
  const silent = `The agent '${agent.name}' took no turn within ${seconds} s.`;
  const error =
    failure === undefined
      ? new DroverError("AgentSilent", silent)
      : new DroverError("AgentFailed", `The agent '${agent.name}' gave up: ${failure}`);
  return answerWith(await agentFailed(error, { input, state, runtime }));
}

/** A session's user may be at other things than turns; who does nothing at all for its time has gone. */
async function sessionTurn(turn: Turn, opening: OpeningTurn, agent: OutsideAgent): Promise<TurnOutcome> {
  const { state, runtime } = opening;
  const now = runtime.now();
  const usedAt = state.job.sessionUsedAt ?? turn.openedAt;
  const idleAt = Math.max(Date.parse(usedAt), Date.parse(turn.openedAt)) + agent.turnTimeoutSeconds * 1_000;
  const wasAway = isLongOver(turn.until, now);
  const turnTimeoutSeconds = wasAway ? agent.turnTimeoutSeconds : Math.ceil((idleAt - now.getTime()) / 1_000);
  if (turnTimeoutSeconds <= 0) {
    await runtime.repositories.turns.expire(turn);
    const detail = `Nobody used the session for ${agent.turnTimeoutSeconds} s.`;
    return answerWith({ route: "release", end: { reason: "idle", detail } });
  }
  const untilThen = { ...agent, turnTimeoutSeconds };
  if (isOpenTurn(turn, now) && Date.parse(turn.until) >= idleAt)
    return awaitTurn(turn.turnId, opening, untilThen, turn.claimedBy ?? null);
  await runtime.repositories.turns.expire(turn);
  return awaitTurn(TurnId.parse(runtime.newId()), opening, untilThen, null);
}

/** No longer than the job itself may last. */
function awaitTurn(
  turnId: TurnId,
  { input, state, runtime }: OpeningTurn,
  { name, turnTimeoutSeconds }: OutsideAgent,
  worker: string | null,
): TurnOutcome {
  const { job } = state;
  const now = runtime.now();
  const left = Math.min(
    attemptUse({ ...state, stepNumber: input.stepNumber, now }).seconds.left,
    (totalDeadline(job) - now.getTime()) / 1_000,
  );
  return answerWith({
    route: "awaitTurn",
    turnId,
    callbackId: turnCallback(turnId),
    timeoutSeconds: Math.max(1, Math.ceil(Math.min(turnTimeoutSeconds, left))),
    agent: name,
    pool: job.pool,
    worker,
  });
}
