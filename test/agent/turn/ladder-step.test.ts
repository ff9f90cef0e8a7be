import { expect, it } from "vitest";
import { unsupervised } from "#shared/rules/supervision-of.ts";
import { functions, jobId, withFunctions } from "../../functions/job-per-test.ts";
import { button, screenOf } from "../../shared/screen/screen-parts.ts";
import { at, deviceId, tenantId } from "../../shared/storage/sample-records.ts";
import { deviceFacts } from "./device-facts.ts";
import { running, tap, turn, withTurns } from "./one-turn.ts";
import { seen, stepOf, storedStep } from "./seen-screens.ts";

withFunctions();
withTurns();

const page = screenOf(button("Network", [0, 0, 1080, 200]));
const apps = [{ label: "Settings", package: "com.android.settings", versionCode: "1" }];

/** A job whose four steps so far left the screen as it was. */
async function stuckJob(change: Record<string, unknown> = {}, looks: Record<string, unknown> = {}) {
  const deviceContextKey = `tenants/${tenantId}/${jobId}/context.json`;
  const context = { schemaVersion: 1, deviceId, learntAt: at, facts: deviceFacts, missing: [], apps };
  await functions.storage.artifacts.put(deviceContextKey, JSON.stringify(context), "application/json");
  await running({ supervision: { ...unsupervised, recovery: true }, deviceContextKey, ...change });
  const observation = await seen(page, looks);
  for (let stepNumber = 1; stepNumber <= 4; stepNumber += 1) {
    const action = { action: "tap", coordinate: [0.5, stepNumber / 10] };
    await storedStep({
      stepNumber,
      actions: [{ action, deviceAction: action }],
      before: observation,
      after: observation,
    });
  }
  return observation;
}

/** The turn's step, stored as one that changed nothing. */
async function vainTurn(stepNumber: number, observation: object) {
  const answer = await turn({ stepNumber, observation });
  const outcome = { ok: true, effect: "done", retries: 0 } as const;
  const key = { tenantId, jobId, stepNumber, performedAt: at, outcome };
  await functions.repositories.steps.complete({ ...key, after: observation as never });
  return answer;
}

it("[spec R9.1] tries by rule, without a model, what may help on a screen that four steps left as it was", async () => {
  const observation = await stuckJob();
  expect(await vainTurn(5, observation)).toMatchObject({ route: "perform", actions: [{ action: "back" }] });
  expect(await vainTurn(6, observation)).toMatchObject({
    actions: [{ action: "restart_app", package: "com.android.settings" }],
  });
  expect(functions.model.requests).toEqual([]);
  expect(await stepOf(5)).toMatchObject({
    chosenBy: "unstick",
    thinking: "Element map unchanged 4x, pressed back to try different path",
    usage: { calls: 0 },
  });
  // Each once at one place: then it is for a recovery to bring the device on.
  expect(await turn({ stepNumber: 7, observation })).toMatchObject({ route: "recover" });
});

it("[spec R9.1] asks the agent again once the screen is another one, and tells it what was done", async () => {
  const observation = await stuckJob();
  await turn({ stepNumber: 5, observation });
  functions.model.answer(tap);
  await turn({ stepNumber: 6, observation: await seen(screenOf(button("Display", [0, 0, 1080, 200]))) });
  expect(await stepOf(6)).toMatchObject({ chosenBy: "model" });
  expect(functions.model.requests[0]).toContain("a rule, because the screen did not change any more");
});

it("[spec R9.1] puts the keyboard away first", async () => {
  const observation = await stuckJob({}, { keyboardShown: true });
  await turn({ stepNumber: 5, observation });
  expect((await stepOf(5))?.thinking).toContain("dismissed the keyboard");
});

it.each([
  ["the screen is another one now", {}, screenOf(button("Display", [0, 0, 1080, 200]))],
  ["the job wants no recovery", { supervision: unsupervised }, page],
  ["the steps were on a device that was lost", { lostSteps: 2 }, page],
])("leaves it to the agent when %s", async (_, change, now) => {
  await stuckJob(change);
  functions.model.answer(tap);
  await turn({ stepNumber: 5, observation: await seen(now) });
  expect(await stepOf(5)).toMatchObject({ chosenBy: "model" });
});

it("takes no screen for a stuck one on which steps did what was meant without changing it", async () => {
  await running({ supervision: { ...unsupervised, recovery: true } });
  const observation = await seen(page);
  const verification = { verdict: "passed", by: "rules", findings: [] };
  for (let stepNumber = 1; stepNumber <= 5; stepNumber += 1)
    await storedStep({ stepNumber, before: observation, after: observation, verification });
  functions.model.answer(tap);
  await turn({ stepNumber: 6, observation });
  expect(await stepOf(6)).toMatchObject({ chosenBy: "model" });
});

it("[spec R9.1] tells the agent that it comes back to one screen again and again", async () => {
  await running();
  const [home, other] = [await seen(page), await seen(screenOf(button("B", [0, 0, 400, 100])))];
  for (let stepNumber = 1; stepNumber <= 6; stepNumber += 1) {
    const action = { action: "tap", coordinate: [0.5, stepNumber / 10] };
    const [before, after] = stepNumber % 2 === 0 ? [other, home] : [home, other];
    await storedStep({ stepNumber, actions: [{ action, deviceAction: action }], before, after });
  }
  functions.model.answer(tap);
  await turn({ stepNumber: 7, observation: home });
  expect(functions.model.requests[0]).toContain("come back to this screen again and again");
});
