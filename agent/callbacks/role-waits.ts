import type { RoleName } from "#shared/contracts/agent/role.ts";
import type { CallbackId } from "#shared/contracts/job/callback.ts";
import type { RoleBoard } from "#shared/contracts/job/role-board.ts";

/** Until every role has its device. */
export const gatherCallback: CallbackId = "gather";
/** Until every role is done, before any is judged. */
export const doneCallback: CallbackId = "done";
/** Until another role has told what a step waits for. */
export const entryCallback = (stepNumber: number): CallbackId => `entry-${stepNumber}`;

export const allDone = ({ roles }: RoleBoard): boolean =>
  roles.every(({ state }) => state === "done" || state === "ended");

/** Whether what a role waits for under that name is there, or will never come. */
export function isReleased(board: RoleBoard, role: RoleName, callbackId: CallbackId): boolean {
  if (board.over !== undefined) return true;
  if (callbackId === gatherCallback) return board.gatheredAt !== undefined;
  if (callbackId === doneCallback) return allDone(board);
  const mine = board.roles.find((one) => one.role === role);
  return mine?.state !== "waiting" || mine.waiting?.callbackId !== callbackId;
}
