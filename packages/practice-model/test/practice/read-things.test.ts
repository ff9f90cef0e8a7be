import { describe, expect, it } from "vitest";
import { readGoals } from "../../src/practice/goals/read-goals.ts";

const note = { app: "notes", within: [] };

describe("what tasks say of notes, files, events, songs and calls", () => {
  it.each([
    ['Remove my "Old list" note, please.', { kind: "removeThing", ...note, thing: "Old list" }],
    [
      "Delete the file a.txt from my downloads",
      { kind: "removeThing", app: "files", within: ["Download"], thing: "a.txt" },
    ],
    [
      "Copy the file a.txt from Download to the Pictures folder",
      { kind: "moveThing", app: "files", within: ["Download"], thing: "a.txt", to: ["Pictures"], copy: true },
    ],
    ["In my note Trip, tick off Tent", { kind: "tickItems", app: "notes", thing: "Trip", item: "Tent" }],
    [
      "Please play Night Bus (Live) in the Music app",
      { kind: "playThing", app: "music", thing: "Night Bus (Live)" },
    ],
    ["Ring 555 0123, then hang up", { kind: "callSomebody", who: "555 0123", end: false }],
    [
      "Schedule a meeting called Budget at 14:00 next Monday",
      { kind: "writeEvent", fields: { title: "Budget", day: { weekday: 0 }, time: { hour: 14, minute: 0 } } },
    ],
    [
      'Put "Walk with Nele" into my calendar for tomorrow, quarter past 4 pm',
      {
        kind: "writeEvent",
        fields: { title: "Walk with Nele", day: { inDays: 1 }, time: { hour: 16, minute: 15 } },
      },
    ],
  ])("reads %j", (task, goal) => {
    expect(readGoals(task)[0]).toEqual(goal);
  });

  it("types a name with the apostrophe that the task has", () => {
    expect(readGoals("Create a contact named Liam O’Brien with phone number 555-0142")).toMatchObject([
      { kind: "createContact", fields: { name: "Liam O’Brien" } },
    ]);
  });

  it("never takes a deed for something that is only told", () => {
    const goals = readGoals("What does my note Locker say? Put a poster called Hello on the wall.");
    expect(goals.map(({ kind }) => kind)).toContain("unknown");
  });

  it.each([
    "Delete all my notes",
    "Delete every file that is older than a week",
    "Play some music",
    "Rename a file",
    "Call everybody who wrote to me",
    "Create two events for tomorrow",
  ])("says that it does not understand %j", (task) => {
    expect(readGoals(task).map(({ kind }) => kind)).toContain("unknown");
  });
});

describe("what hangs on something that is to be found out", () => {
  const task = "Text 5550123 what my note Address says";

  it("waits until it is found, and is what was found then", () => {
    expect(readGoals(task).map(({ kind }) => kind)).toEqual(["readThing"]);
    expect(readGoals(task, undefined, ["Canal Street 9"])[1]).toEqual({
      kind: "writeTo",
      app: "messages",
      to: "5550123",
      text: "Canal Street 9",
    });
  });

  it.each([
    ["on", "Wi-Fi", false],
    ["off", "Airplane mode", true],
  ])("is done only where the state is the one it hangs on: %s", (state, name, on) => {
    const said = "Check whether Wi-Fi is on. If so, turn it off, otherwise turn on airplane mode.";
    const [, deed, ...more] = readGoals(said, undefined, [state]);
    expect(more).toEqual([]);
    expect(deed).toMatchObject({ kind: "toggle", on });
    expect(deed !== undefined && "name" in deed ? deed.name.toLowerCase() : "").toBe(name.toLowerCase());
  });
});
