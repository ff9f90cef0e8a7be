import { describe, expect, it } from "vitest";
import { functions, withFunctions } from "../../functions/job-per-test.ts";
import { stored, withTurns } from "./one-turn.ts";
import { mainScreen, otherScreen, runningScript, storedStep, switchScreen, turnOn } from "./recorded-job.ts";

withFunctions();
withTurns();

const steps = [
  { tap: "Network" },
  { tap: { text: "Bluetooth", type: "switch", is: "off" } },
  { expect: { text: "Bluetooth", is: "on" } },
  { expect_not: "Error" },
];
const elementOf = (screen: typeof mainScreen, name: string) =>
  screen.elements.find(({ text, content_description: said }) => text === name || said === name)?.element_id;

describe("a script", () => {
  it("[spec I7.2] runs line by line without a model; what is only expected costs no step", async () => {
    await runningScript({ steps, finish: { answer: "on" } });
    expect(await turnOn(1, mainScreen)).toMatchObject({ actions: [{ action: "tap" }] });
    expect(await turnOn(2, switchScreen(false))).toMatchObject({ actions: [{ action: "tap" }] });
    expect(await turnOn(3, switchScreen(true))).toMatchObject({
      route: "judge",
      end: { reason: "claimed", claim: { status: "success", answer: "on" } },
    });
    expect(await storedStep(2)).toMatchObject({ chosenBy: "script", recorded: { step: 2 } });
    expect(functions.model.requests).toEqual([]);
  });

  it("[spec I7.2] ends at the line whose expectation does not hold after a while; a check is never healed", async () => {
    await runningScript({ steps });
    await turnOn(1, mainScreen);
    await turnOn(2, switchScreen(false));
    for (const stepNumber of [3, 4, 5])
      expect(await turnOn(stepNumber, switchScreen(false))).toMatchObject({ actions: [{ action: "wait" }] });
    expect(await turnOn(6, switchScreen(false))).toMatchObject({
      end: { reason: "diverged", detail: expect.stringContaining("Line 3 (expect ELEMENT") },
    });
    expect(functions.model.requests).toEqual([]);
  });

  it("[spec I7.2] has a model point at a renamed element once, does the line with it and keeps the line rewritten", async () => {
    await runningScript({ steps });
    await turnOn(1, mainScreen);
    const renamed = switchScreen(false, "Use Bluetooth");
    for (const stepNumber of [2, 3, 4]) await turnOn(stepNumber, renamed);
    functions.model.answer({ action: "tap", element: elementOf(renamed, "Use Bluetooth") });
    expect(await turnOn(5, renamed)).toMatchObject({ route: "perform", actions: [{ action: "tap" }] });
    expect(functions.model.requests).toHaveLength(1);
    expect(functions.model.requests[0]).toContain("A line of a script is to be done on this screen");
    expect(await storedStep(5)).toMatchObject({
      chosenBy: "script",
      model: "practice-1",
      usage: { calls: 1 },
      recorded: {
        step: 2,
        healed: { line: 2, was: steps[1], now: { tap: { text: "Use Bluetooth", is: "off" } } },
      },
    });
    expect((await stored())?.usage.calls).toBe(1);
  });

  it("[spec I7.2] types what the line says, not what the model would, into a field that it points at", async () => {
    await runningScript({ steps: [{ type: { text: "Ada", into: "Name", clear: true } }] });
    for (const stepNumber of [1, 2, 3]) await turnOn(stepNumber, mainScreen);
    functions.model.answer({ action: "tap", element: elementOf(mainScreen, "Network") });
    expect(await turnOn(4, mainScreen)).toMatchObject({
      actions: [{ action: "type", text: "Ada", clear: true, coordinate: expect.any(Array) }],
    });
  });

  it.each([
    ["when the job wants no model", { heal: false }, "Nothing there", 0],
    ["for an element that is another in each run", {}, "{{name}}", 0],
    ["when the model says that none is meant", {}, "Nothing there", 1],
  ])("[spec I7.2] heals nothing %s: it ends there", async (_, source, target, calls) => {
    await runningScript({ parameters: { name: "Ada" }, steps: [{ tap: target }] }, source);
    for (const stepNumber of [1, 2, 3]) await turnOn(stepNumber, otherScreen);
    functions.model.answer({ action: "FINISH", status: "infeasible", summary: "None." });
    expect(await turnOn(4, otherScreen)).toMatchObject({ end: { reason: "diverged" } });
    functions.model.forget();
    expect(functions.model.requests).toHaveLength(calls);
    expect((await stored())?.divergence).toMatchObject({ step: 1, found: "it is not on the screen" });
  });

  it("does not take a toggle that stands the other way for the one that is meant", async () => {
    await runningScript({ steps: [{ tap: { text: "Wi-Fi", is: "off" } }] });
    for (const stepNumber of [1, 2, 3]) await turnOn(stepNumber, switchScreen(true));
    functions.model.answer({ action: "tap", element: elementOf(switchScreen(true), "Bluetooth") });
    expect(await turnOn(4, switchScreen(true))).toMatchObject({ end: { reason: "diverged" } });
  });
});
