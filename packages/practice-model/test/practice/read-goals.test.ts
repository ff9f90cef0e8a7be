import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuMilliseconds } from "../../../../test/cpu-time.ts";
import type { Goal } from "../../src/practice/goals/goal.ts";
import { readGoals } from "../../src/practice/goals/read-goals.ts";
import { readDuration } from "../../src/practice/goals/words/read-duration.ts";
import { readTime } from "../../src/practice/goals/words/read-time.ts";

const toggle = (name: string, on: boolean): Goal => ({ kind: "toggle", name, on });
const alarm = (hour: number, minute: number): Goal => ({ kind: "createAlarm", time: { hour, minute } });

const tasks: readonly (readonly [task: string, goals: readonly Goal[]])[] = [
  ["Turn on Bluetooth, then set an alarm for 7:30", [toggle("Bluetooth", true), alarm(7, 30)]],
  ["Please switch off Wi-Fi.", [toggle("Wi-Fi", false)]],
  [
    "Turn on Bluetooth\nIt is done only when this is seen on the screen: The Bluetooth switch is on",
    [toggle("Bluetooth", true)],
  ],
  ["Turn airplane mode on and go to the home screen", [toggle("airplane mode", true), { kind: "goHome" }]],
  ["Enable Bluetooth and Wi-Fi", [toggle("Bluetooth", true), toggle("Wi-Fi", true)]],
  ["Make sure that Do Not Disturb is off", [toggle("Do Not Disturb", false)]],
  ["Could you please activate the dark theme for me?", [toggle("dark theme", true)]],
  [
    "1. Turn off adaptive brightness\n2. Set the brightness to 40%",
    [toggle("adaptive brightness", false), { kind: "slide", name: "Brightness level", percent: 40 }],
  ],
  ["Set the screen brightness to maximum", [{ kind: "slide", name: "Brightness level", percent: 100 }]],
  ["Is Bluetooth turned on?", [{ kind: "toggleState", name: "Bluetooth" }]],
  ["What Android version does this phone run?", [{ kind: "readSetting", name: "Android version" }]],
  ["Tell me the model of this phone", [{ kind: "readSetting", name: "Model" }]],
  ["Open the Display settings", [{ kind: "openSettings", name: "Display" }]],
  ["Wake me up at half past seven", [alarm(7, 30)]],
  ["I need an alarm at 6:45 PM", [alarm(18, 45)]],
  ["Create an alarm for quarter to nine in the evening", [alarm(20, 45)]],
  ["Delete the 8:30 alarm", [{ kind: "deleteAlarm", time: { hour: 8, minute: 30 } }]],
  ["Turn off my 9:00 alarm", [{ kind: "switchAlarm", time: { hour: 9, minute: 0 }, on: false }]],
  ["Start a timer for 1 hour and 30 minutes", [{ kind: "startTimer", seconds: 5_400 }]],
  ["Set a ten minute timer", [{ kind: "startTimer", seconds: 600 }]],
  ["Open the Clock app and start a 5-minute timer", [{ kind: "startTimer", seconds: 300 }]],
  [
    "Create a new contact named Ada Lovelace with phone number +44 20 7946 0123 and email ada@example.org",
    [
      {
        kind: "createContact",
        fields: { name: "Ada Lovelace", phone: "+44 20 7946 0123", email: "ada@example.org" },
      },
    ],
  ],
  [
    'Add "Zoë & Söhne" to my contacts, number 555-0100',
    [{ kind: "createContact", fields: { name: "Zoë & Söhne", phone: "555-0100" } }],
  ],
  [
    "Save the number 030 9876543 for 李小龍",
    [{ kind: "createContact", fields: { name: "李小龍", phone: "030 9876543" } }],
  ],
  ["What is Bob's phone number?", [{ kind: "readContact", name: "Bob", field: "phone" }]],
  ["Find the email address of Ada Lovelace", [{ kind: "readContact", name: "Ada Lovelace", field: "email" }]],
  [
    "Change Bob Ray’s number to 555-9999",
    [{ kind: "editContact", name: "Bob Ray", fields: { phone: "555-9999" } }],
  ],
  ["Rename Ann Lee to Ann Kim", [{ kind: "editContact", name: "Ann Lee", fields: { name: "Ann Kim" } }]],
  ["Delete the contact Grace Hopper", [{ kind: "deleteContact", name: "Grace Hopper" }]],
  ["Remove Eve from my contacts", [{ kind: "deleteContact", name: "Eve" }]],
  ["Go to https://example.com/a?b=1&c=2.", [{ kind: "openUrl", url: "https://example.com/a?b=1&c=2" }]],
  ["Visit example.org", [{ kind: "openUrl", url: "https://example.org" }]],
  ["Launch Contacts", [{ kind: "openApp", app: "Contacts" }]],
  ["Open the Notes app", [{ kind: "openApp", app: "Notes" }]],
  ["Tap the Stopwatch tab", [{ kind: "press", label: "Stopwatch" }]],
  ["Press the button 5 times", [{ kind: "press", label: "button", times: 5 }]],
  ["Tap Next twice", [{ kind: "press", label: "Next", times: 2 }]],
  [
    'Type "hello, and goodbye" into the search field',
    [{ kind: "fillField", label: "search", text: "hello, and goodbye" }],
  ],
];

describe("readGoals", () => {
  it.each(tasks)("reads %j", (task, goals) => {
    expect(readGoals(task)).toEqual(goals);
  });

  it.each([
    "Bake a cake",
    "Turn off the lights in the kitchen upstairs",
    "What is the meaning of life?",
    "Order a pizza and pay for it",
    "Set an alarm",
    "asdf qwer",
    "Send 100 dollars to Bob",
    "Change something",
    "Create a playlist named Falcon, allow auto-rotate",
    "Rename this phone to Falcon, allow auto-rotate",
    "Turn on Bluetooth and frobnicate the flux",
    "If Bluetooth is on, turn it off. If it is off, turn on Battery Saver instead. Frobnicate the flux.",
    "Ask me for a time, then set an alarm for that time. Frobnicate the flux.",
  ])("says that it does not understand %j", (task) => {
    expect(readGoals(task).some((goal) => goal.kind === "unknown")).toBe(true);
  });

  it("takes what is quoted for a name, with whatever it holds", () => {
    expect(readGoals('Create a playlist named "Falcon, allow auto-rotate"')).toMatchObject([
      { kind: "makeThing", fields: [{ text: "Falcon, allow auto-rotate" }] },
    ]);
  });

  it("reads any text in a moment and without failing", () => {
    const words = fc.constantFrom(
      "turn",
      "on",
      "off",
      "and",
      "then",
      ",",
      "Wi-Fi",
      "alarm",
      "7:30",
      "contact",
      "'s",
      '"',
      "number",
      "the",
      "set",
      "\n",
      "a@b.co",
    );
    const texts = fc.oneof(
      fc.string({ maxLength: 300 }),
      fc.array(words, { maxLength: 40 }).map((list) => list.join(" ")),
    );
    fc.assert(
      fc.property(texts, (task) => {
        expect(Array.isArray(readGoals(task))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it.each(["a ", "turn on ", "1", "what is the ", "and "])(
    "is never slower than quadratic in the length of a task of %j",
    (piece) => {
      const ofLength = (characters: number): string => piece.repeat(Math.ceil(characters / piece.length));
      const short = cpuMilliseconds(() => readGoals(ofLength(500)));
      const long = cpuMilliseconds(() => readGoals(ofLength(4_000)));
      // For a task eight times as long: linear is 8, quadratic 64, cubic 512.
      expect(long).toBeLessThan(128 * short);
    },
  );
});

describe("readTime", () => {
  it.each([
    ["7:30", 7, 30],
    ["at 07.05", 7, 5],
    ["19:45", 19, 45],
    ["6:45 pm", 18, 45],
    ["6:45p.m.", 18, 45],
    ["12:15 AM", 0, 15],
    ["12 pm", 12, 0],
    ["7am", 7, 0],
    ["half past seven", 7, 30],
    ["a quarter past six", 6, 15],
    ["quarter to one", 12, 45],
    ["ten past five", 5, 10],
    ["twenty-five to eight in the evening", 19, 35],
    ["seven o'clock", 7, 0],
    ["for seven thirty", 7, 30],
    ["noon", 12, 0],
    ["midnight", 0, 0],
    ["half past midnight", 0, 30],
    ["quarter to midnight", 23, 45],
    ["at nine tonight", 21, 0],
  ])("reads %j", (text, hour, minute) => {
    expect(readTime(text)).toEqual({ hour, minute });
  });

  it.each(["25:00", "7:75", "soon", ""])("reads no time in %j", (text) => {
    expect(readTime(text)).toBeUndefined();
  });

  it("reads every time of the day in both ways of writing it", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }), (hour, minute) => {
        const minutes = String(minute).padStart(2, "0");
        expect(readTime(`${hour}:${minutes}`)).toEqual({ hour, minute });
        expect(readTime(`${hour % 12 || 12}:${minutes} ${hour < 12 ? "AM" : "PM"}`)).toEqual({
          hour,
          minute,
        });
      }),
    );
  });
});

it("knows the words of a role before it was told anything", () => {
  const roles = [
    'Wait for "callee number", send a message to that number that says "Dinner at 8?", what is the phone number, tell the others the answer as "message sent", then wait for "answered"',
    'What is the phone number, tell the others the answer as "callee number", wait for "message sent", then reply to that number "Yes, at 8", then tell the others "done" as "answered"',
  ];
  const goals = roles.flatMap((task) => readGoals(task, { results: [], mayAsk: true, hasMates: true }));
  expect(goals.filter(({ kind }) => kind === "unknown")).toEqual([]);
});

describe("readDuration", () => {
  it.each([
    ["5 minutes", 300],
    ["1 hour 30 minutes", 5_400],
    ["90 seconds", 90],
    ["an hour", 3_600],
    ["half an hour", 1_800],
    ["a 10-minute timer", 600],
    ["twenty-five mins", 1_500],
    ["2 h", undefined],
    ["soon", undefined],
  ])("reads %j", (text, seconds) => {
    expect(readDuration(text)).toBe(seconds);
  });
});
