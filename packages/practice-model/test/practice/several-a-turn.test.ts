import { expect, it } from "vitest";
import { readPrompt } from "../../src/practice/prompt/read-prompt.ts";

const prompt = (history: string): string =>
  `<task>\nStart a timer\n</task>\n<history>\n${history}\n</history>\n<progress>\nstep_count: 2\nmax_steps: 9\n</progress>\n`;

it("reads each action of a turn, the thought with the first", () => {
  const view = readPrompt(
    prompt(
      [
        "Step 1: 2 actions",
        '  1. done {"action":"tap","element":4} target: BUTTON "1"',
        '  2. done {"action":"tap","element":6} target: BUTTON "3"',
        "  thinking: Goal 1 of 1, turn 2. I press 1. I press 3.",
        "  result: done",
        "  then: The screen changed.",
      ].join("\n"),
    ),
  );
  expect(view?.history.map(({ number, target, thinking }) => ({ number, target, thinking }))).toEqual([
    { number: 1, target: 'BUTTON "1"', thinking: "Goal 1 of 1, turn 2. I press 1. I press 3." },
    { number: 1, target: 'BUTTON "3"', thinking: "" },
  ]);
});

it("counts no action that a surprise kept from being done", () => {
  const view = readPrompt(
    prompt(
      [
        "Step 1: 2 actions",
        '  1. done {"action":"type","element":4,"text":"7"} target: TEXTFIELD "hour"',
        '  2. not done {"action":"type","element":6,"text":"30"} target: TEXTFIELD "minute"',
        "  thinking: Goal 1 of 1, turn 2. The hour is 7. The minute is 30.",
        "  result: done",
      ].join("\n"),
    ),
  );
  expect(view?.history.map(({ action }) => action?.text)).toEqual(["7"]);
});

it("counts only the first of those that went wrong: no other was tried after it", () => {
  const view = readPrompt(
    prompt(
      [
        "Step 1: 3 actions",
        '  1. done {"action":"type","element":4,"text":"Ada"} target: TEXTFIELD "First name"',
        '  2. not done {"action":"type","element":5,"text":"Lovelace"} target: TEXTFIELD "Last name"',
        '  3. not done {"action":"type","element":6,"text":"5550100"} target: TEXTFIELD "Phone"',
        "  thinking: Goal 1 of 1, turn 2.",
        "  result: failed (ScreenChanged): Action 2 of 3, type: Nothing was done: it is not where it was.",
      ].join("\n"),
    ),
  );
  expect(view?.history.map(({ action, result }) => [action?.text, result.slice(0, 6)])).toEqual([
    ["Ada", "done"],
    ["Lovelace", "failed"],
  ]);
});
