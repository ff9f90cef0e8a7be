import type { RoleName } from "#shared/contracts/agent/role.ts";
import type { BoardEntry, RoleBoard } from "#shared/contracts/job/role-board.ts";

const same = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

/** What others told this role, oldest first. */
export const toldTo = ({ entries }: Pick<RoleBoard, "entries">, role: RoleName): readonly BoardEntry[] =>
  entries.filter(({ from, to }) => from !== role && (to === null || to === role));

/** The last that was told this role under the key; letters' case is no matter. */
export const entryFor = (
  board: Pick<RoleBoard, "entries">,
  role: RoleName,
  key: string,
): BoardEntry | undefined => toldTo(board, role).findLast((entry) => same(entry.key, key));
