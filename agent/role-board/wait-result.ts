import type { RoleName } from "#shared/contracts/agent/role.ts";
import type { CallbackId } from "#shared/contracts/job/callback.ts";
import type { RoleBoard } from "#shared/contracts/job/role-board.ts";
import type { ToolResult } from "#shared/contracts/step/step-findings.ts";
import { entryFor } from "./entry-for.ts";

const instead = "Go on without it if you can, or FINISH with status infeasible and say what is missing.";

/** What a role's agent is told when its wait is over. */
export function waitResult(
  board: RoleBoard,
  role: RoleName,
  key: string,
  callbackId: CallbackId,
): ToolResult {
  const entry = entryFor(board, role, key);
  if (entry !== undefined) return { kind: "wait_for", name: key, ok: true, text: entry.text };
  const mine = board.roles.find((one) => one.role === role);
  const why =
    mine?.inVain === callbackId
      ? `Nobody is left to tell '${key}': every other role is done.`
      : `No other role told '${key}' in time.`;
  return { kind: "wait_for", name: key, ok: false, text: `${why} ${instead}` };
}
