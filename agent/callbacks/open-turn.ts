import type { OpenCallbackInput, OpenCallbackOutput } from "#shared/contracts/workflow/open-callback.ts";
import type { Turn } from "#shared/contracts/workflow/turn.ts";
import { presentLoss } from "#shared/rules/device-loss.ts";
import type { CallbackKey } from "#shared/storage/artifacts/callback-store.ts";
import { defined } from "#shared/values/defined.ts";
import type { Services } from "../runtime/services.ts";
import { deliverCallback, turnAgain } from "./deliver-callback.ts";
import { claimSignal, jobSignal, turnSignals } from "./turn-signals.ts";
import { isUnwanted } from "./waiting-for.ts";

type OpeningTurn = OpenCallbackInput & { readonly turn: NonNullable<OpenCallbackInput["turn"]> };

/** So long the worker that took the job's turn before has this one for itself, before it has asked for it. */
const keptSeconds = 20;

/**
 * Puts a turn where its agent finds it, once its token is kept: whoever takes it can be told at once. A turn that was taken, or whose
 * job was cancelled, before the token was there, is ended here.
 * @throws StorageUnavailable
 */
export async function openTurn(
  input: OpeningTurn,
  callback: CallbackKey,
  runtime: Services,
): Promise<OpenCallbackOutput> {
  const { tenantId, jobId, taskToken } = input;
  const { repositories, callbacks, logger } = runtime;
  await callbacks.keep(callback, taskToken);
  const turn = newTurn(input, runtime.now());
  const isNew = await repositories.turns.open(turn);
  const [job, farm, stored] = await Promise.all([
    repositories.jobs.get(tenantId, jobId),
    repositories.farmSwitch.get(tenantId),
    isNew ? turn : repositories.turns.get(turn),
  ]);
  const isOver = stored === null || (stored.status !== "open" && stored.status !== "taken");
  const opened = job !== null && !isUnwanted(job, farm) && presentLoss(job) === null && !isOver;
  if (!opened) await deliverCallback(callback, turnAgain, runtime);
  turnSignals.opened(jobSignal(tenantId, jobId));
  // One that is kept for a worker is asked for by its job.
  const { agent, pool, status } = turn;
  if (opened && status === "open")
    turnSignals.offered(claimSignal(tenantId, agent, pool), claimSignal(tenantId, agent));
  logger.info("waits for the agent", { turnId: turn.turnId, opened });
  return { opened };
}

function newTurn({ tenantId, jobId, timeoutSeconds, turn }: OpeningTurn, now: Date): Turn {
  const { worker, input, ...named } = turn;
  const openedAt = now.toISOString();
  const after = (seconds: number): string => new Date(now.getTime() + seconds * 1_000).toISOString();
  return {
    schemaVersion: 1,
    tenantId,
    jobId,
    ...named,
    stepNumber: input.stepNumber,
    status: worker === null ? "open" : "taken",
    openedAt,
    until: after(timeoutSeconds),
    ...defined({ claimedBy: worker ?? undefined }),
    claimableAt: worker === null ? openedAt : after(Math.min(keptSeconds, timeoutSeconds)),
    refusals: 0,
    input,
  };
}
