import { describe, expect, it } from "vitest";
import { functions, jobId, withFunctions } from "../../functions/job-per-test.ts";
import { tenantId } from "../../shared/storage/sample-records.ts";
import { tap, turn, withTurns } from "../turn/one-turn.ts";
import {
  adoptedPlan,
  failed,
  lastRequest,
  made,
  plan,
  planned,
  planReply,
  plans,
  withPlannedJobs,
} from "./planned-job.ts";

withFunctions();
withTurns();
withPlannedJobs();

const recovery = { supervision: { planning: "recovery", progress: false } };
const secretThought = "My private reasoning is that the aardvark did it.";

/** A plan is asked for in turn 5, after a plan that was followed and steps that failed. */
async function asked(): Promise<void> {
  await planned({ ...recovery, task: "Turn on Bluetooth" });
  await made(1, { thinking: secretThought, expect: "The armadillo opens." });
  await adoptedPlan(1, 1, 2);
  for (const stepNumber of [2, 3, 4])
    await failed(stepNumber, { thinking: secretThought, feedback: "The aardvark is gone." });
  expect(await turn({ stepNumber: 5 })).toEqual({ route: "plan", planNumber: 2, kind: "recovery" });
}

describe("MakePlan", () => {
  it("[spec R5] tells the planner the task, the failures and the previous plan, and nothing of the agent's conversation", async () => {
    await asked();
    functions.model.answer(planReply());
    await plan(2, 5);
    const request = lastRequest();
    expect(request).toContain("Turn on Bluetooth");
    expect(request).toContain("failed. Element not found.");
    expect(request).toContain("Recommended approach: menus");
    expect(request).not.toMatch(/aardvark|armadillo/);
    expect(request).not.toContain("<history>");
    expect(JSON.parse(request).messages).toHaveLength(1);
    expect(JSON.parse(request).tools.map(({ name }: { name: string }) => name)).toEqual(["submit_plan"]);
  });

  it("[spec R4] keeps approaches, recommendation, diagnosis and cost, and counts them to the planner", async () => {
    await asked();
    functions.model.answer(
      planReply({
        diagnosis: "The button is dead.",
        recommended_index: 1,
        split_screen: { first_app: "Maps", second_app: "Notes", reason: "To copy." },
      }),
    );
    expect(await plan(2, 5)).toEqual({ planNumber: 2, made: true, detail: "The plan is made." });
    const [, stored] = await plans();
    expect(stored).toMatchObject({
      status: "ready",
      previousPlan: 1,
      model: "practice-1",
      usage: { calls: 1, inputTokens: 100, outputTokens: 10 },
      content: { recommendedIndex: 1, diagnosis: "The button is dead.", splitScreen: { firstApp: "Maps" } },
    });
    const job = await functions.repositories.jobs.get(tenantId, jobId);
    expect(job?.usageByRole.planner).toMatchObject({ calls: 1 });
    functions.model.answer(tap);
    await turn({ stepNumber: 5 });
    expect(lastRequest()).toContain("Recommended approach: search");
    expect(lastRequest()).not.toMatch(/split|To copy/i);
  });

  it("[spec R3.1] says on the plan that the planner could not be asked, and the agent goes on", async () => {
    await asked();
    functions.model.answer({ httpStatus: 400 });
    expect(await plan(2, 5)).toMatchObject({ made: false });
    expect((await plans())[1]).toMatchObject({ status: "failed", failure: { code: "ModelRejected" } });
    functions.model.answer(tap);
    expect(await turn({ stepNumber: 5 })).toMatchObject({ route: "perform" });
    expect(lastRequest()).toContain("Recommended approach: menus");
  });

  it("says so when what the planner answers is no plan, after one try to mend it", async () => {
    await asked();
    const half = planReply({ approaches: [] });
    functions.model.answer(half, half);
    expect(await plan(2, 5)).toMatchObject({ made: false });
    expect((await plans())[1]).toMatchObject({ failure: { code: "ModelOutputInvalid" } });
    expect(functions.model.requests).toHaveLength(2);
  });

  it("asks once, however often it is invoked, and nobody for a job that has ended", async () => {
    await asked();
    functions.model.answer(planReply());
    await plan(2, 5);
    expect(await plan(2, 5)).toMatchObject({ made: true });
    expect(functions.model.requests).toHaveLength(1);
    functions.model.requests.length = 0;
  });

  it("does not ask for a job that is cancelled", async () => {
    await asked();
    await functions.repositories.jobs.cancel(tenantId, jobId, "2026-01-01T00:00:01.000Z");
    expect(await plan(2, 5)).toMatchObject({ made: false });
    expect(functions.model.requests).toHaveLength(0);
  });

  it("asks for the budget first, and a job without one goes on without a plan", async () => {
    await planned({ ...recovery, limits: { maxTokens: 2_000 } });
    for (const stepNumber of [1, 2, 3, 4]) await failed(stepNumber);
    await turn({ stepNumber: 5 });
    expect(await plan(1, 5)).toMatchObject({ made: false });
    expect(await plans()).toMatchObject([{ failure: { code: "BudgetExhausted" } }]);
    expect(functions.model.requests).toHaveLength(0);
  });
});
