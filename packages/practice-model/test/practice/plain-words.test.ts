import { describe, expect, it } from "vitest";
import { readGoals } from "../../src/practice/goals/read-goals.ts";
import { inPlainWords } from "../../src/practice/goals/words/plain-words.ts";

const kinds = (task: string): readonly string[] => readGoals(task).map(({ kind }) => kind);

describe("other words for the same deed", () => {
  it.each([
    ["turning on airplane mode", "turn on airplane mode"],
    ["setting the volume to 10", "set the volume to 10"],
    ["deleting the note Cars", "delete the note Cars"],
    ["verify whether Wi-Fi is on", "check whether Wi-Fi is on"],
    ["The device name should be Frog", "set The device name to Frog"],
    ["read me the most recent text from 555", "read me the last text from 555"],
    ["Delete every alarm that's set", "Delete every alarm"],
  ])("reads %j as %j", (said, plain) => {
    expect(inPlainWords(said)).toBe(plain);
  });

  it.each(["morning run", "Bluetooth should be on", "the alarm should be off", "Delete the note I have"])(
    "leaves %j as it is",
    (said) => {
      expect(inPlainWords(said)).toBe(said);
    },
  );
});

describe("a task as people say it", () => {
  it("is done whatever politeness stands before it", () => {
    expect(readGoals("Would you mind turning on Bluetooth for me, please?")).toEqual(
      readGoals("Turn on Bluetooth"),
    );
  });

  it("has all of what stands after a colon as the message, verbs and commas too", () => {
    expect(readGoals("Send an SMS to 5550123: Running late, start without me.")).toEqual([
      { kind: "writeTo", app: "messages", to: "5550123", text: "Running late, start without me" },
    ]);
  });

  it("keeps what is written after a colon out of a note's title", () => {
    expect(readGoals("Jot down a note called Wi-Fi: the password is tulip88.")).toMatchObject([
      { kind: "makeThing", fields: [{ text: "Wi-Fi" }, { text: "the password is tulip88" }] },
    ]);
  });

  it("has a heading that is no more than one", () => {
    expect(kinds("QA step: confirm that Bluetooth is off.")).toEqual(["toggleState"]);
    expect(kinds("Note to self: call the plumber")).toEqual(["unknown"]);
  });

  it("is not begun where a message would need other words than the task's", () => {
    expect(kinds("Text 5550123 that he should call his mother")).toEqual(["unknown"]);
  });

  it("is two things where one verb makes both", () => {
    expect(kinds("Set an alarm for 6am and a 10 min timer")).toEqual(["createAlarm", "startTimer"]);
    expect(kinds("Create a note called Bread and butter")).toEqual(["makeThing"]);
  });

  it("moves an alarm by as long as is said, over midnight too", () => {
    expect(readGoals("Postpone my 11:50 PM alarm by twenty minutes")).toEqual([
      { kind: "editAlarm", time: { hour: 23, minute: 50 }, to: { hour: 0, minute: 10 } },
    ]);
    expect(readGoals("Make the 7:00 AM alarm half an hour earlier")).toEqual([
      { kind: "editAlarm", time: { hour: 7, minute: 0 }, to: { hour: 6, minute: 30 } },
    ]);
  });

  it("has the reason before it", () => {
    expect(kinds("I have to catch a train: set an alarm for 5:30 AM")).toEqual(["createAlarm"]);
    expect(kinds("The hall isn't needed any more. Turn off Bluetooth")).toEqual(["unknown", "toggle"]);
  });

  it("has what belongs to the deed before it", () => {
    expect(readGoals("At 8:40 PM, set an alarm named Film.")).toEqual(
      readGoals("Set an alarm named Film at 8:40 PM."),
    );
  });

  it("answers a message only where there is one", () => {
    expect(readGoals('Reply "ok" to the last message from 5559999')).toMatchObject([{ isReply: true }]);
    expect(readGoals('Send "ok" to 5559999')).not.toMatchObject([{ isReply: true }]);
  });
});
