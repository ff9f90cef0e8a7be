import { expect, it } from "vitest";
import { unsupervised } from "#shared/rules/supervision-of.ts";
import { functions, withFunctions } from "../../functions/job-per-test.ts";
import { button, screenOf } from "../../shared/screen/screen-parts.ts";
import { deviceFacts } from "./device-facts.ts";
import { running, tap, turn, withTurns } from "./one-turn.ts";
import { seen, stepOf, storedStep } from "./seen-screens.ts";

withFunctions();
withTurns();

const row = (label: string, top: number) => button(label, [0, top, 1080, top + 200]);
const page = screenOf(row("Network", 0), row("Display", 200));
const moved = screenOf(row("Battery", 0), row("Network", 200), row("Display", 400));
const failed = { verdict: "failed", by: "rules", findings: [] };

/** A job whose step 1 tapped "Network" in vain, the screen being as it is given now. */
async function afterVainTap(now = page, change: Record<string, unknown> = {}) {
  await running({ supervision: { ...unsupervised, retry: true }, deviceFacts });
  const [before, after] = [await seen(page), await seen(now)];
  const action = { action: "tap", element: 0 };
  const deviceAction = { action: "tap", coordinate: [0.5, 0.04] };
  await storedStep({
    actions: [{ action, deviceAction, element: 'BUTTON "Network"' }],
    before,
    after,
    screenChanged: false,
    verification: failed,
    ...change,
  });
  return after;
}

it("does a step that failed once more without a model, its element found anew on the screen as it is now", async () => {
  const observation = await afterVainTap(moved);
  expect(await turn({ stepNumber: 2, observation })).toMatchObject({
    route: "perform",
    // First a pause, so that the host looks once more before the tap.
    actions: [{ action: "wait" }, { action: "tap", coordinate: [0.5, 300 / 2_400] }],
  });
  expect(functions.model.requests).toEqual([]);
  expect(await stepOf(2)).toMatchObject({
    chosenBy: "retry",
    retryOf: 1,
    model: "practice-1",
    thinking: "The switch is off.",
    actions: [{}, { action: { element: 1 }, element: 'BUTTON "Network"' }],
    usage: { calls: 0, inputTokens: 0 },
  });
});

it("answers the same retry when it is invoked again for one turn", async () => {
  const observation = await afterVainTap();
  const first = await turn({ stepNumber: 2, observation });
  expect(await turn({ stepNumber: 2, observation })).toEqual(first);
  expect(functions.model.requests).toEqual([]);
});

it("[spec R6] asks the agent when the second try failed too, and says that the step did not work", async () => {
  const observation = await afterVainTap();
  await storedStep({
    stepNumber: 2,
    chosenBy: "retry",
    retryOf: 1,
    before: observation,
    after: observation,
    screenChanged: false,
    verification: { ...failed, instruction: "Do not do it a third time." },
    feedback: "WARNING: step didn't work: tap changed nothing. The screen did not change.",
  });
  functions.model.answer(tap);
  await turn({ stepNumber: 3, observation });
  expect(functions.model.requests[0]).toContain("WARNING: step didn't work");
  expect(functions.model.requests[0]).toContain("<feedback>\\nDo not do it a third time.");
  expect(functions.model.requests[0]).toContain("step 1 once more, without asking you");
  expect(await stepOf(3)).toMatchObject({ chosenBy: "model" });
});

it.each([
  ["its element is gone", screenOf(row("Display", 0)), {}],
  ["it may have had an effect", page, { screenChanged: true }],
  ["it did not fail", page, { verification: { ...failed, verdict: "unsure" } }],
])("asks the agent when %s", async (_, now, change) => {
  const observation = await afterVainTap(now, change);
  functions.model.answer(tap);
  await turn({ stepNumber: 2, observation });
  expect(functions.model.requests).toHaveLength(1);
  expect(await stepOf(2)).toMatchObject({ chosenBy: "model" });
});
