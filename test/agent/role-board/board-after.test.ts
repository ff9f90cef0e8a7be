import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  allDone,
  doneCallback,
  entryCallback,
  gatherCallback,
  isReleased,
} from "#agent/callbacks/role-waits.ts";
import { type BoardEvent, boardAfter } from "#agent/role-board/board-after.ts";
import { entryFor } from "#agent/role-board/entry-for.ts";
import { mostEntries, RoleBoard } from "#shared/contracts/job/role-board.ts";
import { JobId, TenantId } from "#shared/contracts/values/ids.ts";

const at = "2026-01-05T10:00:00.000Z";
const id = (last: string) => JobId.parse(`01J00000000000000000000${last.padStart(3, "0")}`);
const names = ["caller", "callee", "third"] as const;
const boardOf = (count = 2): RoleBoard => ({
  schemaVersion: 1,
  tenantId: TenantId.parse("acme"),
  jobId: id("0"),
  revision: 1,
  roles: names
    .slice(0, count)
    .map((role, index) => ({ role, jobId: id(String(index + 1)), state: "gathering" })),
  entries: [],
});
/** An event without the time, which is no matter here. */
type Event = BoardEvent extends infer Each ? (Each extends BoardEvent ? Omit<Each, "at"> : never) : never;
const done = (board: RoleBoard, ...events: readonly Event[]): RoleBoard =>
  events.reduce((now, event) => boardAfter(now, { ...event, at } as BoardEvent), board);
const arrived = (count = 2) =>
  done(boardOf(count), ...names.slice(0, count).map((role) => ({ kind: "arrive", role }) as const));
const wait = (role: string, key: string, step = 1) =>
  ({ kind: "wait", role, key, callbackId: entryCallback(step), until: at }) as const;
const tell = (role: string, key: string, to: string | null = null, stepNumber = 1) =>
  ({ kind: "tell", role, key, text: `${key} of ${role}`, to, stepNumber }) as const;
const stateOf = (board: RoleBoard, role: string) => board.roles.find((one) => one.role === role)?.state;

describe("the board of a task's roles", () => {
  it("lets nobody act before all have their devices", () => {
    const one = done(boardOf(), { kind: "arrive", role: "caller" });
    expect(one.gatheredAt).toBeUndefined();
    expect(isReleased(one, "caller", gatherCallback)).toBe(false);
    const both = done(one, { kind: "arrive", role: "callee" });
    expect(both).toMatchObject({ gatheredAt: at, roles: [{ state: "acting" }, { state: "acting" }] });
    expect(isReleased(both, "caller", gatherCallback)).toBe(true);
  });

  it("lets a role go on that waits for what another tells, whatever the case of the key", () => {
    const waits = done(arrived(), wait("caller", "Number"));
    expect(isReleased(waits, "caller", entryCallback(1))).toBe(false);
    const told = done(waits, tell("callee", "number"));
    expect(isReleased(told, "caller", entryCallback(1))).toBe(true);
    expect(entryFor(told, "caller", "NUMBER")?.text).toBe("number of callee");
    expect(entryFor(told, "callee", "number")).toBeUndefined();
  });

  it("tells one role alone what is for it alone", () => {
    const told = done(arrived(3), tell("caller", "pin", "callee"));
    expect(entryFor(told, "callee", "pin")).toBeDefined();
    expect(entryFor(told, "third", "pin")).toBeUndefined();
  });

  it("waits for nothing that was told before", () => {
    const board = done(arrived(), tell("callee", "number"));
    expect(done(board, wait("caller", "number"))).toBe(board);
  });

  it("notices at once that roles wait for each other, and ends them", () => {
    const stuck = done(arrived(), wait("caller", "a"), wait("callee", "b"));
    expect(stuck.over).toMatchObject({ reason: "deadlock" });
    expect(stuck.over?.detail).toContain("caller for 'a', callee for 'b'");
    expect(isReleased(stuck, "caller", entryCallback(1))).toBe(true);
  });

  it("notices it too when the one that could have told is done", () => {
    const stuck = done(arrived(3), wait("caller", "a"), wait("callee", "b"), {
      kind: "done",
      role: "third",
    });
    expect(stuck.over?.reason).toBe("deadlock");
  });

  it("lets the last role that waits go on without, when all others are done", () => {
    const alone = done(arrived(), wait("caller", "a"), { kind: "done", role: "callee" });
    expect(alone.over).toBeUndefined();
    expect(isReleased(alone, "caller", entryCallback(1))).toBe(true);
    expect(alone.roles[0]).toMatchObject({ state: "acting", inVain: entryCallback(1) });
  });

  it("judges nobody before all are done", () => {
    const one = done(arrived(), { kind: "done", role: "callee" });
    expect(isReleased(one, "callee", doneCallback)).toBe(false);
    const both = done(one, { kind: "done", role: "caller" });
    expect(allDone(both)).toBe(true);
    expect(isReleased(both, "callee", doneCallback)).toBe(true);
  });

  it("ends the others with a role that can do its part no more, and not with one that was done", () => {
    const failed = done(arrived(), { kind: "fail", role: "callee", detail: "It cannot." });
    expect(failed.over).toMatchObject({ reason: "roleEnded", role: "callee" });
    const judged = done(
      arrived(),
      { kind: "done", role: "callee" },
      { kind: "done", role: "caller" },
      { kind: "end", role: "callee", outcome: "failed", reason: "A validator failed." },
    );
    expect(judged.over).toBeUndefined();
    expect(judged.roles[1]).toMatchObject({ state: "ended", outcome: "failed" });
  });

  it("has room for so many entries, and no more", () => {
    const told = Array.from({ length: mostEntries + 5 }, (_, index) =>
      tell("caller", `k${index}`, null, index + 1),
    );
    expect(done(arrived(), ...told).entries).toHaveLength(mostEntries);
  });

  it("never has all roles wait, does nothing twice and keeps its form, whatever happens in whatever order", () => {
    const role = fc.constantFrom(...names);
    const key = fc.constantFrom("a", "b");
    const event: fc.Arbitrary<Event> = fc.oneof(
      role.map((name) => ({ kind: "arrive", role: name }) as const),
      fc
        .tuple(role, key, fc.integer({ min: 1, max: 4 }))
        .map(([name, text, step]) => tell(name, text, null, step)),
      fc.tuple(role, key, fc.integer({ min: 1, max: 4 })).map(([name, text, step]) => wait(name, text, step)),
      role.map((name) => ({ kind: "goOn", role: name }) as const),
      role.map((name) => ({ kind: "done", role: name }) as const),
      role.map((name) => ({ kind: "fail", role: name, detail: "why" }) as const),
      role.map((name) => ({ kind: "end", role: name, outcome: "failed", reason: "why" }) as const),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        let board = boardOf(3);
        for (const each of events) {
          const next = done(board, each);
          expect(done(next, each)).toEqual(next);
          board = next;
          const states = board.roles.map(({ state }) => state);
          if (states.includes("waiting") && !states.includes("acting")) expect(board.over).toBeDefined();
          if (states.includes("acting")) expect(board.gatheredAt).toBeDefined();
        }
        expect(RoleBoard.parse(board)).toEqual(board);
        expect(stateOf(board, "caller")).toBeDefined();
      }),
    );
  });
});
