import type { RoleName } from "#shared/contracts/agent/role.ts";
import type { CallbackId } from "#shared/contracts/job/callback.ts";
import type { JobOutcome } from "#shared/contracts/job/job.ts";
import {
  type BoardEntry,
  type BoardOver,
  mostEntries,
  type RoleBoard,
  type RoleStanding,
} from "#shared/contracts/job/role-board.ts";
import type { Timestamp } from "#shared/contracts/values/ids.ts";
import { entryFor } from "./entry-for.ts";

/** What one role does to the board. Done twice it is done once. */
export type BoardEvent = { readonly role: RoleName; readonly at: Timestamp } & (
  | { readonly kind: "arrive" }
  | ({ readonly kind: "tell" } & Pick<BoardEntry, "key" | "text" | "to" | "stepNumber">)
  | {
      readonly kind: "wait";
      readonly key: string;
      readonly callbackId: CallbackId;
      readonly until: Timestamp;
    }
  /** The wait is over, however it ended. */
  | { readonly kind: "goOn" }
  | { readonly kind: "done" }
  /** It can do its part no more. */
  | { readonly kind: "fail"; readonly detail: string }
  | { readonly kind: "end"; readonly outcome: JobOutcome; readonly reason: string }
);

/** The board after the event; the very same object when nothing is different. */
export function boardAfter(board: RoleBoard, event: BoardEvent): RoleBoard {
  const mine = board.roles.find(({ role }) => role === event.role);
  if (mine === undefined) return board;
  const changed = applied(board, mine, event);
  return changed === board ? board : unstalled(gathered(changed, event.at), event.at);
}

function applied(board: RoleBoard, mine: RoleStanding, event: BoardEvent): RoleBoard {
  switch (event.kind) {
    case "arrive":
      return mine.state === "gathering" ? withState(board, mine, "ready") : board;
    case "tell":
      return told(board, mine, event);
    case "wait":
      return waits(board, mine, event);
    case "goOn":
      return mine.waiting === undefined
        ? board
        : withState(board, mine, mine.state === "waiting" ? "acting" : mine.state);
    case "done":
      return mine.state === "done" || mine.state === "ended" ? board : withState(board, mine, "done");
    case "fail":
      return mine.state === "ended" ? board : ended(board, mine, event.at, event.detail);
    case "end":
      return withOutcome(board, mine, event);
  }
}

const place = (board: RoleBoard, standing: RoleStanding): RoleBoard => ({
  ...board,
  roles: board.roles.map((one) => (one.role === standing.role ? standing : one)),
});

function withState(board: RoleBoard, mine: RoleStanding, state: RoleStanding["state"]): RoleBoard {
  const { waiting: _, ...rest } = mine;
  return place(board, { ...rest, state });
}

type Of<Kind extends BoardEvent["kind"]> = Extract<BoardEvent, { kind: Kind }>;

/** Whoever waits for it continues, and says so itself. One for which there is no room is not there. */
function told(board: RoleBoard, mine: RoleStanding, event: Of<"tell">): RoleBoard {
  const { role: from, at, key, text, to, stepNumber } = event;
  const again = board.entries.some((entry) => entry.from === from && entry.stepNumber === stepNumber);
  if (again || mine.state === "ended" || board.entries.length >= mostEntries) return board;
  const number = board.entries.length + 1;
  const next = { ...board, entries: [...board.entries, { number, key, text, from, to, at, stepNumber }] };
  return next.roles.reduce(
    (now, standing) =>
      standing.state === "waiting" &&
      standing.waiting !== undefined &&
      entryFor(now, standing.role, standing.waiting.key) !== undefined
        ? place(now, { ...standing, state: "acting" })
        : now,
    next,
  );
}

/** What was told already is not waited for; nor is a wait that was over started again. */
function waits(board: RoleBoard, mine: RoleStanding, event: Of<"wait">): RoleBoard {
  const { role, key, callbackId, until, at } = event;
  const isOver = mine.state !== "acting" || mine.inVain === callbackId || board.over !== undefined;
  if (isOver || entryFor(board, role, key) !== undefined) return board;
  return place(board, { ...mine, state: "waiting", waiting: { key, callbackId, since: at, until } });
}

function ended(board: RoleBoard, mine: RoleStanding, at: Timestamp, detail: string): RoleBoard {
  const next = withState(board, mine, "ended");
  if (board.over !== undefined || mine.state === "done") return next;
  const words = `The role '${mine.role}' ended: ${detail}`.slice(0, 1_000);
  return { ...next, over: { reason: "roleEnded", role: mine.role, detail: words, at } };
}

function withOutcome(board: RoleBoard, mine: RoleStanding, event: Of<"end">): RoleBoard {
  if (mine.outcome !== undefined) return board;
  const reason = event.reason.slice(0, 1_000);
  const after = ended(board, mine, event.at, `${event.outcome}. ${reason}`);
  const standing = after.roles.find(({ role }) => role === mine.role) ?? mine;
  return place(after, { ...standing, outcome: event.outcome, reason });
}

/** Nobody acts before all have their devices. */
function gathered(board: RoleBoard, at: Timestamp): RoleBoard {
  if (board.gatheredAt !== undefined || !board.roles.every(({ state }) => state === "ready")) return board;
  return { ...board, gatheredAt: at, roles: board.roles.map((one) => ({ ...one, state: "acting" })) };
}

/**
 * Some wait and none acts that could tell them. One alone, the others being done, is continued without; several wait for each other,
 * and that is the end.
 */
function unstalled(board: RoleBoard, at: Timestamp): RoleBoard {
  const waiting = board.roles.filter(({ state }) => state === "waiting");
  const [first] = waiting;
  if (first === undefined || board.over !== undefined) return board;
  if (board.roles.some(({ state }) => state === "acting")) return board;
  if (waiting.length > 1) return { ...board, over: deadlock(waiting, at) };
  return place(board, {
    ...first,
    state: "acting",
    ...(first.waiting && { inVain: first.waiting.callbackId }),
  });
}

function deadlock(waiting: readonly RoleStanding[], at: Timestamp): BoardOver {
  const each = waiting.map(({ role, waiting: wait }) => `${role} for '${wait?.key}'`).join(", ");
  const detail = `The roles wait for each other, and nobody is left to tell them: ${each}.`.slice(0, 1_000);
  return { reason: "deadlock", role: waiting[0]?.role ?? "", detail, at };
}
