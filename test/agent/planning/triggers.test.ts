import { describe, expect, it } from "vitest";
import { functions, withFunctions } from "../../functions/job-per-test.ts";
import { sampleObservation } from "../../shared/storage/sample-records.ts";
import { tap, turn, withTurns } from "../turn/one-turn.ts";
import {
  adoptedPlan,
  check,
  failed,
  failedTwice,
  lastRequest,
  made,
  plan,
  planned,
  planReply,
  plans,
  stepOf,
  withPlannedJobs,
} from "./planned-job.ts";

withFunctions();
withTurns();
withPlannedJobs();

const at = (stepNumber: number, change: Record<string, unknown> = {}) => turn({ stepNumber, ...change });
/** What the claim was is not the planner's affair. */
const rejected = (stepNumber: number, reason: string) =>
  made(stepNumber, { completionCheck: { accepted: false, reason } });

describe("the initial plan", () => {
  it("[spec R3.1] is asked for with the first turn, which then goes on without it", async () => {
    await planned();
    expect(await at(1)).toEqual({ route: "plan", planNumber: 1, kind: "initial" });
    expect(functions.model.requests).toHaveLength(0);
    functions.model.answer(tap);
    expect(await at(1)).toMatchObject({ route: "perform", stepNumber: 1 });
    expect(lastRequest()).not.toContain("STRATEGIC GUIDANCE");
    expect(await plans()).toMatchObject([{ status: "pending", trigger: "firstTurn", requestedAtStep: 1 }]);
  });

  it("[spec R3.1] is adopted by the first turn that finds it ready, and told in each turn from then on", async () => {
    await planned();
    await at(1);
    functions.model.answer(tap);
    await at(1);
    await made(2);
    functions.model.answer(planReply());
    expect(await plan(1, 1, "initial")).toMatchObject({ made: true });
    for (const stepNumber of [3, 4]) {
      functions.model.answer(tap);
      await at(stepNumber);
      expect(lastRequest().split("STRATEGIC GUIDANCE (from planning agent):")).toHaveLength(2);
      expect(await stepOf(stepNumber)).toMatchObject({ guidance: 1 });
    }
    expect(await plans()).toMatchObject([{ adoptedAtStep: 3 }]);
  });

  it.each(["recovery", "off"])("is not asked for when planning is %s", async (planning) => {
    await planned({ supervision: { planning } });
    functions.model.answer(tap);
    expect(await at(1)).toMatchObject({ route: "perform" });
    expect(await plans()).toEqual([]);
  });
});

describe("a progress check", () => {
  it("[spec R3.2] comes after 3 turns without a completed step, and not again for 3 turns", async () => {
    await planned({ supervision: { planning: "recovery" } });
    await made(1);
    for (const stepNumber of [2, 3]) await made(stepNumber, { screenChanged: false });
    functions.model.answer(tap);
    expect(await at(4)).toMatchObject({ route: "perform" });
    await made(5, { screenChanged: false });
    expect(await at(6)).toEqual({ route: "checkProgress", stepNumber: 5 });
    functions.model.answer({ action: "report_progress", progressing: true, reason: "It looks for it." });
    expect(await check(5)).toEqual({ progressing: true });
    functions.model.answer(tap);
    expect(await at(6)).toMatchObject({ route: "perform" });
  });

  it("[spec R3.2] that finds no progress asks for a recovery plan, and tells its reason to planner and agent", async () => {
    await planned({ supervision: { planning: "recovery" } });
    for (const stepNumber of [1, 2, 3]) await made(stepNumber, { screenChanged: false });
    expect(await at(4)).toEqual({ route: "checkProgress", stepNumber: 3 });
    functions.model.answer({ action: "report_progress", progressing: false, reason: "It taps the same." });
    await check(3);
    expect(await at(4)).toEqual({ route: "plan", planNumber: 1, kind: "recovery" });
    expect(await plans()).toMatchObject([
      {
        trigger: "progressStall",
        failures: expect.arrayContaining(["Progress check (iter 4): It taps the same."]),
      },
    ]);
    functions.model.answer(tap);
    expect(await at(4)).toMatchObject({ route: "perform" });
    expect(lastRequest()).toContain("CONTEXT - Previous issues:");
    expect(lastRequest()).toContain("- Progress check (iter 4): It taps the same.");
  });

  /** Three tabs that were all seen, over and over: every step does what was meant. */
  const roundTabs = (stepNumber: number) => {
    const tab = (at: number) => sampleObservation({ treeHash: `tab${at % 3}` });
    const verification = { verdict: "passed", by: "rules", findings: [] };
    return made(stepNumber, { before: tab(stepNumber - 1), after: tab(stepNumber), verification });
  };

  const waits = (stepNumber: number) =>
    made(stepNumber, {
      actions: [
        { action: { action: "wait", duration: 1_000 }, outcome: { ok: true, effect: "done", retries: 0 } },
      ],
    });

  const stalls: readonly [string, (stepNumber: number) => Promise<unknown>, number][] = [
    ["screens change and only come back", roundTabs, 5],
    ["the agent waits, though the screen changes", waits, 3],
    ["ten turns brought new screens, and nobody was asked", made, 10],
  ];
  it.each(stalls)("[spec R3.2] does not come a turn too early when %s", async (_, step, last) => {
    await planned({ supervision: { planning: "recovery" } });
    for (let stepNumber = 1; stepNumber < last; stepNumber += 1) await step(stepNumber);
    functions.model.answer(tap);
    expect(await at(last)).toMatchObject({ route: "perform" });
  });

  it.each(stalls)("[spec R3.2] comes when %s", async (_, step, last) => {
    await planned({ supervision: { planning: "recovery" } });
    for (let stepNumber = 1; stepNumber <= last; stepNumber += 1) await step(stepNumber);
    expect(await at(last + 1)).toEqual({ route: "checkProgress", stepNumber: last });
  });

  it("[spec R3.2] that nobody could answer is noted, and the turn goes on", async () => {
    await planned({ supervision: { planning: "recovery" } });
    for (const stepNumber of [1, 2, 3]) await made(stepNumber, { screenChanged: false });
    functions.model.answer({ httpStatus: 400 });
    expect(await check(3)).toEqual({ progressing: null });
    functions.model.answer(tap);
    expect(await at(4)).toMatchObject({ route: "perform" });
    expect(await stepOf(3)).toMatchObject({ progressCheck: { progressing: null } });
  });

  it("is not asked for again in a turn in which its state failed", async () => {
    await planned({ supervision: { planning: "off" } });
    for (const stepNumber of [1, 2, 3]) await made(stepNumber, { screenChanged: false });
    functions.model.answer(tap);
    expect(await at(4, { failedHelpers: { CheckProgress: "States.Timeout" } })).toMatchObject({
      route: "perform",
    });
  });
});

describe("a plan after failures", () => {
  const recovery = { supervision: { planning: "recovery", progress: false } };

  it("[spec R3.3] is asked for when 3 steps failed with their retries", async () => {
    await planned(recovery);
    for (const first of [1, 3]) await failedTwice(first);
    functions.model.answer(tap);
    expect(await at(5)).toMatchObject({ route: "perform" });
    await failed(6, { chosenBy: "retry", retryOf: 5 });
    await failedTwice(7);
    expect(await at(9)).toEqual({ route: "plan", planNumber: 1, kind: "recovery" });
    const [asked] = await plans();
    expect(asked).toMatchObject({ trigger: "stepFailures" });
    expect(asked?.failures.at(-1)).toBe(`Step 'tap BUTTON "Search"' failed twice. First: Element not found.`);
  });

  it("[spec R3.3] comes at least 3 turns after the last one, and starts the counters again when adopted", async () => {
    await planned(recovery);
    await adoptedPlan(1, 4, 5);
    for (const stepNumber of [1, 2, 3, 4]) await failed(stepNumber);
    for (const stepNumber of [5, 6]) await failed(stepNumber);
    functions.model.answer(tap);
    expect(await at(7)).toMatchObject({ route: "perform" });
  });

  it("[spec R3.4] comes with the next failure when a claim was rejected because the wrong thing was done", async () => {
    await planned(recovery);
    await made(1);
    await made(2);
    await rejected(3, "It called the wrong person.");
    functions.model.answer(tap);
    expect(await at(4)).toMatchObject({ route: "perform" });
    await failed(5);
    expect(await at(6)).toEqual({ route: "plan", planNumber: 1, kind: "recovery" });
  });

  it("[spec R3.4] does not come so soon when the claim was only early", async () => {
    await planned(recovery);
    await rejected(1, "It is not saved yet.");
    await failed(2);
    functions.model.answer(tap);
    expect(await at(3)).toMatchObject({ route: "perform" });
  });
});

describe("the last resort", () => {
  const recovery = { supervision: { planning: "recovery", progress: false }, limits: { maxSteps: 12 } };

  it("[spec R3.5] is waited for in the last 5 turns when something failed, once", async () => {
    await planned(recovery);
    await failed(6);
    expect(await at(7)).toEqual({ route: "awaitPlan", planNumber: 1, kind: "lastResort" });
    functions.model.answer(planReply({ diagnosis: "The button is dead." }));
    await plan(1, 7, "lastResort");
    functions.model.answer(tap);
    expect(await at(7)).toMatchObject({ route: "perform" });
    expect(lastRequest()).toContain("Diagnosis: The button is dead.");
    await failed(8);
    functions.model.answer(tap);
    expect(await at(9)).toMatchObject({ route: "perform" });
  });

  it("[spec R3.5] does not come before, nor without a failure", async () => {
    await planned(recovery);
    await failed(5);
    functions.model.answer(tap);
    expect(await at(6)).toMatchObject({ route: "perform" });
    await adoptedPlan(1, 6, 7);
    await made(7);
    functions.model.answer(tap);
    expect(await at(8)).toMatchObject({ route: "perform" });
  });

  it("[spec R3.5] ends no job when it does not come: the turn goes on, and nobody is asked twice", async () => {
    await planned(recovery);
    await failed(6);
    expect(await at(7)).toMatchObject({ route: "awaitPlan" });
    functions.model.answer(tap);
    expect(await at(7, { failedHelpers: { AwaitPlanning: "States.Timeout" } })).toMatchObject({
      route: "perform",
    });
    expect(await plans()).toMatchObject([{ status: "failed", failure: { code: "States.Timeout" } }]);
  });

  it("is asked for again with the same number when the answer that asked for it was lost", async () => {
    await planned(recovery);
    await failed(6);
    const first = await at(7);
    expect(await at(7)).toEqual(first);
    expect(await plans()).toHaveLength(1);
  });
});
