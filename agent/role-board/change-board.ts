import type { RoleBoard } from "#shared/contracts/job/role-board.ts";
import type { JobId, TenantId } from "#shared/contracts/values/ids.ts";
import { deliverCallback } from "../callbacks/deliver-callback.ts";
import { doneCallback, gatherCallback, isReleased } from "../callbacks/role-waits.ts";
import type { Services } from "../runtime/services.ts";
import { type BoardEvent, boardAfter } from "./board-after.ts";
import { leaveGathering } from "./gathering.ts";
import { readBoard } from "./read-board.ts";
import { untilWritten } from "./until-written.ts";

/**
 * Does one thing to the board of the whole, then lets all continue whose wait it ended, and gives the turn to gather back as soon as this job
 * needs it no more. Done again after it failed, it completes what was left.
 * @throws NotFound, StorageUnavailable
 */
export async function changeBoard(
  { tenantId, jobId }: Pick<RoleBoard, "tenantId" | "jobId">,
  event: BoardEvent,
  runtime: Services,
): Promise<RoleBoard> {
  const board = await written(tenantId, jobId, event, runtime);
  if (board.gatheredAt !== undefined || board.over !== undefined)
    await leaveGathering({ tenantId, jobId }, runtime);
  await letGoOn(board, event.role, runtime);
  return board;
}

function written(tenantId: TenantId, jobId: JobId, event: BoardEvent, runtime: Services): Promise<RoleBoard> {
  const attempt = async (): Promise<RoleBoard | null> => {
    const board = await readBoard(tenantId, jobId, runtime);
    const next = boardAfter(board, event);
    if (next === board) return board;
    const revised = { ...next, revision: board.revision + 1 };
    return (await runtime.repositories.roleBoards.write(revised, board.revision)) ? revised : null;
  };
  return untilWritten(
    "Could not write the roles: too many processes write them at the same time.",
    attempt,
    runtime,
  );
}

/** All whose wait is over; whose event it is continues by itself. */
async function letGoOn(board: RoleBoard, by: string, runtime: Services): Promise<void> {
  const waits = board.roles
    .filter(({ role, state }) => role !== by && state !== "ended")
    .flatMap(({ role, jobId, waiting }) =>
      [gatherCallback, doneCallback, ...(waiting === undefined ? [] : [waiting.callbackId])]
        .filter((callbackId) => isReleased(board, role, callbackId))
        .map((callbackId) => ({ tenantId: board.tenantId, jobId, callbackId })),
    );
  await Promise.all(waits.map((callback) => deliverCallback(callback, { cancelled: false }, runtime)));
}
