import { beforeEach, describe, expect, it } from "vitest";
import { noUsageByRole } from "#agent/model-calls/usage.ts";
import { handler as checkHandler } from "#functions/check-completion.ts";
import { unsupervised } from "#shared/rules/supervision-of.ts";
import { functions, jobId, withFunctions } from "../../functions/job-per-test.ts";
import { invoke } from "../../functions/start-functions.ts";
import { label, screenOf } from "../../shared/screen/screen-parts.ts";
import { tenantId } from "../../shared/storage/sample-records.ts";
import { running, stored, tap, turn, withTurns } from "./one-turn.ts";
import { seen, stepOf, storedStep } from "./seen-screens.ts";

withFunctions();
withTurns();

const page = screenOf(label("Bluetooth is off", [0, 0, 1080, 200]));
const checked = { supervision: { ...unsupervised, completion: true } };
const bluetoothOn = { kind: "setting", namespace: "global", key: "bluetooth_on", equals: "1" };
const claim = { action: "FINISH", status: "success", summary: "Bluetooth is on." };
const said = (accepted: boolean, reason: string) => ({ action: "report_completion", accepted, reason });

beforeEach(() => functions.model.forget());

const check = async (stepNumber: number) =>
  invoke(checkHandler, { schemaVersion: 1, tenantId, jobId, stepNumber, observation: await seen(page) });

/** The agent claims in step `stepNumber` and the check says this of it. */
async function claimed(stepNumber: number, accepted: boolean, reason = "Bluetooth is off.") {
  functions.model.answer(claim, said(accepted, reason));
  const asked = await turn({ stepNumber });
  const told = await check(stepNumber);
  return { asked, told, next: await turn({ stepNumber }) };
}

describe("a claim that the task is done", () => {
  it("[spec R2] is checked by the role completion, from the task, the screen, what was done and the claim", async () => {
    await running({ ...checked, usageByRole: noUsageByRole });
    await storedStep({ actions: [{ action: { action: "tap", element: 4 }, element: 'SWITCH "Bluetooth"' }] });
    const { asked, told } = await claimed(2, true);
    expect(asked).toEqual({ route: "checkCompletion", stepNumber: 2, compare: true });
    expect(told).toEqual({ accepted: true });
    const question = functions.model.requests.at(-1) ?? "";
    for (const part of ["Turn on Bluetooth", "Bluetooth is off", "target: SWITCH", "status: success"])
      expect(question).toContain(part);
    expect((await stored())?.usageByRole.completion).toMatchObject({ calls: 1 });
  });

  it("is judged when the check agrees, and the end says so", async () => {
    await running(checked);
    const { next } = await claimed(1, true, "The switch is on.");
    expect(next).toMatchObject({
      route: "judge",
      end: { reason: "claimed", claimCheck: "agreed", claim: { status: "success" } },
    });
    expect(await stored()).toMatchObject({ claim: { status: "success" } });
  });

  it("[spec R6] is none when the check rejects it: the agent is told that it is NOT done, and why", async () => {
    await running(checked);
    const { next } = await claimed(1, false);
    expect(next).toEqual({ route: "denied", nextStepNumber: 2 });
    expect((await stored())?.claim).toBeUndefined();
    functions.model.answer(tap);
    expect(await turn({ stepNumber: 2 })).toMatchObject({ route: "perform" });
    const prompt = functions.model.requests.at(-1) ?? "";
    expect(prompt).toContain("it is NOT done: keep working");
    expect(prompt).toContain("check: NOT done, keep working: Bluetooth is off.");
  });

  it("is checked as well when it comes after other actions of its turn", async () => {
    await running(checked);
    const action = { action: "tap", coordinate: [0.5, 0.5] };
    const actions = [{ action, deviceAction: action }, { action: claim }];
    const observation = await seen(page);
    await storedStep({ actions, after: observation });
    expect(await turn({ stepNumber: 2, observation })).toMatchObject({
      route: "checkCompletion",
      stepNumber: 1,
    });
    functions.model.answer(said(false, "Bluetooth is off."), tap);
    await check(1);
    expect(await turn({ stepNumber: 2, observation })).toMatchObject({ route: "perform" });
  });

  it("is rejected three times at most; the next one stands for the job's checks to decide, and its step says so", async () => {
    await running({ ...checked, validators: [bluetoothOn] });
    for (const stepNumber of [1, 2, 3]) {
      const { next } = await claimed(stepNumber, false);
      expect(next).toMatchObject({ route: "denied" });
    }
    functions.model.answer(claim);
    expect(await turn({ stepNumber: 4 })).toMatchObject({ route: "judge", end: { reason: "claimed" } });
    expect((await stepOf(4))?.completionCheck?.reason).toContain("3 claims were rejected before");
  });

  it("of a job without checks is checked once more after three rejections, and that decides", async () => {
    await running(checked);
    for (const stepNumber of [1, 2, 3]) await claimed(stepNumber, false);
    const { next } = await claimed(4, false, "It is still off.");
    expect(next).toMatchObject({
      route: "judge",
      end: { claimCheck: "rejected", detail: expect.stringContaining("It is still off."), claim: {} },
    });
  });

  it("of a job without checks that did it in the end counts, however often it was rejected before", async () => {
    await running(checked);
    for (const stepNumber of [1, 2, 3]) await claimed(stepNumber, false);
    const { next } = await claimed(4, true, "The switch is on.");
    expect(next).toMatchObject({ route: "judge", end: { claimCheck: "agreed" } });
  });

  it("stands when nobody can be asked, and its step says so", async () => {
    await running(checked);
    functions.model.answer(claim, { says: "Perhaps." }, { says: "Perhaps." });
    await turn();
    expect(await check(1)).toEqual({ accepted: null });
    expect(await turn()).toMatchObject({ route: "judge", end: { reason: "claimed" } });
    expect(await stepOf(1)).toMatchObject({
      completionCheck: { accepted: true, reason: expect.stringContaining("ModelOutputInvalid") },
    });
  });

  it("stands when the check itself failed, and its step says so", async () => {
    await running(checked);
    functions.model.answer(claim);
    await turn();
    expect(await turn({ failedHelpers: { CheckCompletion: "Lambda.Unknown" } })).toMatchObject({
      route: "judge",
    });
    expect((await stepOf(1))?.completionCheck?.reason).toContain("Lambda.Unknown");
  });

  it("is not checked a second time when the check is invoked again", async () => {
    await running(checked);
    await claimed(1, true);
    const calls = functions.model.requests.length;
    expect(await check(1)).toEqual({ accepted: true });
    expect(functions.model.requests).toHaveLength(calls);
  });
});

it("asks nobody about a claim that the task cannot be done", async () => {
  await running(checked);
  functions.model.answer({ action: "FINISH", status: "infeasible" });
  expect(await turn()).toMatchObject({ route: "judge", end: { claim: { status: "infeasible" } } });
});

it("marks a claim on the first turn as unexamined when the job wants it unchecked", async () => {
  await running();
  functions.model.answer(claim);
  expect(await turn()).toMatchObject({ route: "judge", end: { claimCheck: "unexamined" } });
});

it("marks no claim as unexamined that comes after something was done", async () => {
  await running();
  await storedStep({});
  functions.model.answer(claim);
  expect(await turn({ stepNumber: 2 })).not.toMatchObject({ end: { claimCheck: expect.anything() } });
});
