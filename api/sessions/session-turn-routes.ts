import { deliverCallback, turnAgain } from "#agent/callbacks/deliver-callback.ts";
import { jobSignal } from "#agent/callbacks/turn-signals.ts";
import { toldActions, turnView } from "#agent/outside/turn-observation.ts";
import { isDenied } from "#agent/people/deny-step.ts";
import type { Runtime } from "#agent/runtime/services.ts";
import { awaitTurn } from "#agent/taken-turns/await-turn.ts";
import { lookUntil } from "#agent/taken-turns/look-until.ts";
import { takeTurn } from "#agent/taken-turns/take-turn.ts";
import type { SessionTurn } from "#shared/contracts/api/responses/session-response.ts";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import { turnCallback } from "#shared/contracts/job/callback.ts";
import type { StoredAction } from "#shared/contracts/step/stored-action.ts";
import type { JobId, TenantId } from "#shared/contracts/values/ids.ts";
import { isOpenTurn, type Turn } from "#shared/contracts/workflow/turn.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { fieldError, invalidRequest } from "#shared/http/field-errors.ts";
import { openLoss } from "#shared/rules/device-loss.ts";
import { defined } from "#shared/values/defined.ts";
import type { RouteHandler } from "../http/http-route.ts";
import { findSession, noteUse, type SessionJob, sessionView } from "./session-view.ts";
import { waitingTurn } from "./waiting-turn.ts";

/** What came before may still be under way. */
const patienceSeconds = 5;
/** A look that is an action: the screen is read again after it. */
const look: StoredAction = { action: "wait", duration: 100 };

export const observeSession: RouteHandler<Routes["observeSession"]> = async (
  { tenantId, parameters, query },
  runtime,
) => {
  const { id: jobId } = parameters;
  const { turn, job } = await waitingTurn(tenantId, jobId, query.wait, runtime);
  if (query.look === "true") {
    const { observation, session } = await act(
      { tenantId, turn, waitSeconds: query.wait },
      [look],
      "",
      runtime,
    );
    const now = await runtime.repositories.turns.latest(tenantId, jobId);
    return { turnId: now?.turnId ?? null, observation, session };
  }
  await noteUse(job, runtime);
  const { observation } = await turnView(turn, { withTree: true }, runtime);
  return { turnId: turn.turnId, observation, session: await sessionView(job, runtime) };
};

export const actInSession: RouteHandler<Routes["actInSession"]> = async (
  { tenantId, parameters, body },
  runtime,
) => {
  const { actions, thinking, waitSeconds } = body;
  const ending = actions.findIndex(({ action }) => action.toUpperCase() === "FINISH");
  if (ending >= 0) {
    const message = "does not end a session: use DELETE /v1/sessions/{id}";
    throw invalidRequest([fieldError(`actions.${ending}.action`, actions[ending]?.action, message)]);
  }
  const { turn } = await waitingTurn(tenantId, parameters.id, patienceSeconds, runtime);
  return act({ tenantId, turn, waitSeconds }, actions, thinking, runtime);
};

interface Taking {
  readonly tenantId: TenantId;
  readonly turn: Turn;
  readonly waitSeconds: number;
}

async function act(
  { tenantId, turn, waitSeconds }: Taking,
  actions: readonly StoredAction[],
  thinking: string,
  runtime: Runtime<"api">,
): Promise<SessionTurn> {
  const { jobId, turnId } = turn;
  await takeTurn({ tenantId, jobId, turnId }, { actions: [...actions], thinking }, runtime);
  const next = await awaitTurn({ tenantId, jobId, waitSeconds, after: turnId }, runtime);
  return turnOf(turn, next.turn, runtime);
}

/** The step that the turn became, and the turn after it. */
async function turnOf(turn: Turn, next: Turn | null, runtime: Runtime<"api">): Promise<SessionTurn> {
  const { tenantId, jobId, stepNumber } = turn;
  const [step, job] = await Promise.all([
    runtime.repositories.steps.get(tenantId, jobId, stepNumber),
    findSession(tenantId, jobId, runtime),
  ]);
  const session = await sessionView(job, runtime);
  const observation = next === null ? null : (await turnView(next, { withTree: true }, runtime)).observation;
  if (step === null) return { stepNumber, status: "pending", actions: [], observation, session };
  const { outcome, screenChanged, thinking } = step;
  const denied = isDenied(step);
  const isOver = next !== null || job.status === "finished" || openLoss(job) !== null;
  return {
    stepNumber,
    status: denied ? "denied" : isOver ? "done" : "pending",
    ...defined({ reason: denied ? outcome?.message : undefined, outcome, screenChanged }),
    ...defined({ thinking: thinking === "" ? undefined : thinking }),
    actions: toldActions(step),
    observation,
    session,
  };
}

export const doInSession: RouteHandler<Routes["doInSession"]> = async (
  { tenantId, parameters, body },
  runtime,
) => {
  const { id: jobId } = parameters;
  const { instruction: text, waitSeconds } = body;
  const { turn } = await waitingTurn(tenantId, jobId, patienceSeconds, runtime);
  const instruction = { stepNumber: turn.stepNumber, text };
  await runtime.repositories.jobs.saveSession(tenantId, jobId, { instruction });
  const came = await awaitInstructed(turn, waitSeconds, runtime);
  const told = await turnOf(turn, came?.turn ?? null, runtime);
  const failure = came?.job.instruction?.failure;
  if (failure === undefined || told.status !== "pending") return told;
  return { ...told, status: "unusable", reason: failure };
};

interface Instructed {
  readonly turn: Turn | null;
  readonly job: SessionJob;
}

/** Wakes the waiting job, which asks the model, until another turn is open, the words came to nothing, or the time is over. */
function awaitInstructed(
  {
    tenantId,
    jobId,
    turnId,
  }: { readonly tenantId: TenantId; readonly jobId: JobId; readonly turnId: Turn["turnId"] },
  waitSeconds: number,
  runtime: Runtime<"api">,
): Promise<Instructed | null> {
  const callback = { tenantId, jobId, callbackId: turnCallback(turnId) };
  return lookUntil(jobSignal(tenantId, jobId), waitSeconds, runtime, async () => {
    const [latest, job] = await Promise.all([
      runtime.repositories.turns.latest(tenantId, jobId),
      findSession(tenantId, jobId, runtime),
    ]);
    if (job.status === "finished" || openLoss(job) !== null) return { turn: null, job };
    const isOpen = latest !== null && isOpenTurn(latest, runtime.now());
    if (isOpen && latest.turnId !== turnId) return { turn: latest, job };
    if (job.instruction?.failure !== undefined) return { turn: isOpen ? latest : null, job };
    // One signal is enough, unless the wait had not started yet; an extra signal does nothing.
    await deliverCallback(callback, turnAgain, runtime).catch((error: unknown) => {
      if (!(error instanceof DroverError)) throw error;
    });
    return null;
  });
}
