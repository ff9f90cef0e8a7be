import { turnView } from "#agent/outside/turn-observation.ts";
import { isDenied } from "#agent/people/deny-step.ts";
import { findJob } from "#agent/runtime/find-job.ts";
import type { Runtime } from "#agent/runtime/services.ts";
import { awaitTurn } from "#agent/taken-turns/await-turn.ts";
import { claimWaiting } from "#agent/taken-turns/claim-waiting.ts";
import { checkOpen, findTurn, giveUpTurn, takeTurn } from "#agent/taken-turns/take-turn.ts";
import type { TurnPoll } from "#shared/contracts/api/responses/turn-response.ts";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { Turn } from "#shared/contracts/workflow/turn.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { defined } from "#shared/values/defined.ts";
import type { RouteHandler } from "../http/http-route.ts";

export const showTurn: RouteHandler<Routes["readTurn"]> = async (
  { tenantId, parameters, query },
  runtime,
) => {
  const { wait: waitSeconds, worker, tree } = query;
  const found = await awaitTurn({ tenantId, jobId: parameters.id, worker, waitSeconds }, runtime);
  return pollOf(found, tree === "true", runtime);
};

export const answerTurn: RouteHandler<Routes["answerTurn"]> = async (
  { tenantId, parameters, query, body },
  runtime,
) => {
  const { id: jobId, turnId } = parameters;
  const { wait: waitSeconds, worker, tree } = query;
  await findJob(tenantId, jobId, runtime);
  const { step } = await takeTurn({ tenantId, jobId, turnId, worker }, body, runtime);
  const denied = isDenied(step);
  const next =
    waitSeconds === 0
      ? undefined
      : await pollOf(
          await awaitTurn({ tenantId, jobId, worker, waitSeconds, after: turnId }, runtime),
          tree === "true",
          runtime,
        );
  return {
    turnId,
    stepNumber: step.stepNumber,
    status: denied ? ("denied" as const) : ("accepted" as const),
    ...defined({ reason: denied ? step.outcome?.message : undefined, next }),
  };
};

export const failTurn: RouteHandler<Routes["failTurn"]> = async (
  { tenantId, parameters, query, body },
  runtime,
) => {
  const { id: jobId, turnId } = parameters;
  const place = { tenantId, jobId, turnId, worker: query.worker };
  await findJob(tenantId, jobId, runtime);
  const turn = await findTurn(place, runtime);
  const failed = { turnId, stepNumber: turn.stepNumber, status: "failed" as const };
  // Said again, it is as it was.
  if (turn.status === "failed" && turn.failure === body.reason) return failed;
  if (turn.status === "answered")
    throw new DroverError("TurnAnswered", `The turn ${turnId} already got a reply at ${turn.answeredAt}.`);
  checkOpen(turn, place, runtime);
  if ((await giveUpTurn(turn, body.reason, runtime)) === null)
    throw new DroverError("TurnOver", `The turn ${turnId} has just ended.`);
  return failed;
};

export const claimTurn: RouteHandler<Routes["claimTurn"]> = async (
  { tenantId, parameters, body },
  runtime,
) => {
  const { worker, pool, wait: waitSeconds, tree, again } = body;
  const claimed = await claimWaiting(
    { tenantId, agent: parameters.name, pool, worker, waitSeconds, again },
    runtime,
  );
  return claimed === null ? { turn: null, job: null } : pollOf(claimed, tree, runtime);
};

async function pollOf(
  { turn, job }: { readonly turn: Turn | null; readonly job: Job },
  withTree: boolean,
  runtime: Runtime<"api">,
): Promise<TurnPoll> {
  const { jobId, status, outcome, outcomeReason, endReason } = job;
  return {
    turn: turn === null ? null : await turnView(turn, { withTree }, runtime),
    job: { jobId, status, ...defined({ outcome, outcomeReason, endReason }) },
  };
}
