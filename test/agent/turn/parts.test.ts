import { beforeEach, describe, expect, it } from "vitest";
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
beforeEach(() => functions.model.forget());

const task = "Turn on Bluetooth, then set an alarm for 7:30";
const page = screenOf(label("Bluetooth is on", [0, 0, 1080, 200]));
const claim = { action: "FINISH", status: "success" };
const tick = { action: { action: "parts", done: 1, evidence: "The switch is on." } };
const supervision = (completion: boolean) => ({ supervision: { ...unsupervised, completion } });
const lastRequest = () => functions.model.requests.at(-1) ?? "";

/** The agent claims in step 2, and the check says this. */
async function claimed(answer: Record<string, unknown>) {
  functions.model.answer(claim, { action: "report_completion", accepted: true, reason: "It is.", ...answer });
  await turn({ stepNumber: 2 });
  const observation = await seen(page);
  await invoke(checkHandler, { schemaVersion: 1, tenantId, jobId, stepNumber: 2, observation });
  return turn({ stepNumber: 2 });
}

describe("the parts of a task", () => {
  it("[spec G2] are shown in each turn as far as they are ticked off, and kept with the job", async () => {
    await running({ task, ...supervision(false) });
    functions.model.answer(tap);
    await turn();
    expect(lastRequest()).toContain("[ ] 1. Turn on Bluetooth\\n[ ] 2. set an alarm for 7:30");
    expect((await stored())?.taskSteps).toMatchObject([{ status: "pending" }, { status: "pending" }]);
    functions.model.answer({ action: "parts", done: 1, evidence: "The switch is on." });
    await turn({ stepNumber: 2 });
    expect((await stored())?.taskSteps?.[0]).toMatchObject({
      status: "complete",
      result: "The switch is on.",
    });
    functions.model.answer(tap);
    await turn({ stepNumber: 3 });
    expect(lastRequest()).toContain("[x] 1. Turn on Bluetooth\\n[ ] 2. set an alarm for 7:30");
  });

  it("are neither shown nor paid for when the task has one", async () => {
    await running({});
    functions.model.answer(tap);
    await turn();
    expect(lastRequest()).not.toMatch(/<parts>|evidence/);
  });

  it("[spec G2] are named in the verdict when nobody ticked them off", async () => {
    await running({ task, ...supervision(false) });
    await storedStep({ actions: [tick] });
    functions.model.answer(claim);
    expect(await turn({ stepNumber: 2 })).toMatchObject({
      route: "judge",
      end: { detail: expect.stringContaining("Nobody ticked off part 2 (set an alarm for 7:30).") },
    });
  });

  it("[spec G2] are asked for one by one when the agent claims to be done, and one that is not done rejects the claim", async () => {
    await running({ task, ...supervision(true) });
    await storedStep({ actions: [tick] });
    const parts = [
      { part: 1, done: true, evidence: "The switch is on." },
      { part: 2, done: false, evidence: "There is no alarm." },
    ];
    expect(await claimed({ parts })).toEqual({ route: "denied", nextStepNumber: 3 });
    expect(lastRequest()).toContain("[x] 1. Turn on Bluetooth -- the agent saw: The switch is on.");
    expect((await stepOf(2))?.completionCheck).toMatchObject({
      accepted: false,
      reason: "Part 2 is not done: There is no alarm.",
    });
  });

  it("[spec G2] are ticked off by the check of a claim too", async () => {
    await running({ task, ...supervision(true) });
    await storedStep({ actions: [tick] });
    const end = await claimed({ parts: [{ part: 2, done: true, evidence: "7:30 is listed." }] });
    expect(end).toMatchObject({ route: "judge", end: { detail: expect.not.stringContaining("Nobody") } });
    expect((await stored())?.taskSteps).toMatchObject([
      { status: "complete" },
      { result: "7:30 is listed." },
    ]);
  });

  it("[spec G2] that the check leaves out are named", async () => {
    await running({ task, ...supervision(true) });
    const end = await claimed({ parts: [{ part: 2, done: true, evidence: "7:30 is listed." }] });
    expect(end).toMatchObject({ end: { detail: expect.stringContaining("Nobody ticked off part 1") } });
  });
});

describe("from three quarters of a limit on", () => {
  it.each([
    ["steps", { limits: { maxSteps: 4 } }, 4],
    ["tokens", { limits: { maxTokens: 1_000_000 }, spentTokens: 750_000 }, 1],
  ])("the agent is told to finish in time: %s", async (what, change, told) => {
    await running({ ...supervision(false), ...change });
    for (let n = 1; n < told; n += 1)
      await storedStep({ stepNumber: n, actions: [{ action: { action: `x${n}` } }] });
    functions.model.answer(tap);
    await turn({ stepNumber: told });
    expect(lastRequest()).toMatch(new RegExp(`You have used [^:]*${what}: do what is left`));
  });

  it("and not before", async () => {
    await running({ ...supervision(false), limits: { maxSteps: 4 } });
    for (const stepNumber of [1, 2]) await storedStep({ stepNumber });
    functions.model.answer(tap);
    await turn({ stepNumber: 3 });
    expect(lastRequest()).not.toContain("You have used");
  });
});
