import { beforeEach, describe, expect, it } from "vitest";
import { beginRecovery } from "#agent/recovery/begin-recovery.ts";
import { handler as planRecovery } from "#functions/plan-recovery.ts";
import { runtimeFor } from "#functions/runtime/runtime.ts";
import { functions, jobId, withFunctions } from "../../functions/job-per-test.ts";
import { invoke, startedAt } from "../../functions/start-functions.ts";
import { sampleObservation, sampleStep, tenantId } from "../../shared/storage/sample-records.ts";
import { running, tap, turn, withTurns } from "./one-turn.ts";

withFunctions();
withTurns();

beforeEach(() => functions.model.forget());

const hour = 3_600_000;
const timings = { turnMilliseconds: 9_000, deviceMilliseconds: 6_000, verifyMilliseconds: 3_000 };
/** Steps that took 18 s each, a minute apart. */
async function made(first: number, last: number): Promise<void> {
  for (let stepNumber = first; stepNumber <= last; stepNumber += 1) {
    const predictedAt = new Date(Date.parse(startedAt) + stepNumber * 60_000).toISOString();
    await functions.repositories.steps.put(sampleStep({ jobId, stepNumber, predictedAt, timings }));
  }
}
const judged = (reason: string, rest: Record<string, unknown> = {}) => ({
  route: "judge",
  end: { reason, detail: expect.any(String), ...rest },
});

describe("[fault A21] the limits of a job whose device was lost", () => {
  it("are those of its attempt on the device that it has now: all of its steps are left to it", async () => {
    await running({ limits: { maxSteps: 30 }, lostSteps: 13 });
    for (const stepNumber of [14, 31, 43]) {
      functions.model.answer(tap);
      expect(await turn({ stepNumber })).toMatchObject({ route: "perform", stepNumber });
      expect(functions.model.requests.at(-1)).toContain("max_steps: 43");
    }
    expect(await turn({ stepNumber: 44 })).toEqual(judged("maxSteps"));
  });

  it("count only the time of that attempt, and tell its agent no other", async () => {
    await running({ limits: { timeoutSeconds: 60 }, lostSteps: 3 });
    await made(1, 6);
    functions.model.answer(tap);
    expect(await turn({ stepNumber: 7 })).toMatchObject({ route: "perform" });
    expect(functions.model.requests.at(-1)).toContain("elapsed_time: 54 s");
    await made(8, 8);
    expect(await turn({ stepNumber: 9 })).toEqual(judged("timeout"));
  });

  it("count only the tokens of that attempt", async () => {
    const limits = { maxTokens: 20_000, maxOutputTokens: 5_000 };
    const lost = { lostSteps: 3, lostTokens: 18_000, lostOutputTokens: 4_900 };
    await running({ limits, ...lost, spentTokens: 18_000, spentOutputTokens: 4_900 });
    functions.model.answer(tap);
    expect(await turn({ stepNumber: 4 })).toMatchObject({ route: "perform" });
    await functions.repositories.jobs.settle(tenantId, jobId, { tokens: 20_000, usd: 0 });
    expect(await turn({ stepNumber: 5 })).toEqual(judged("tokens"));
  });

  it.each([
    ["steps", "maxSteps", { limits: { maxSteps: 3 }, lostSteps: 11 }, 13],
    [
      "tokens",
      "tokens",
      { limits: { maxTokens: 500 }, lostSteps: 9, lostTokens: 1_900, spentTokens: 2_000 },
      10,
    ],
    [
      "money",
      "cost",
      {
        limits: { maxCostUsd: 0.1 },
        lostSteps: 9,
        spentUsd: 0.0999,
        models: { agent: { model: "claude-sonnet-5-5" } },
      },
      10,
    ],
    [
      "money, spent before the first step",
      "cost",
      {
        limits: { maxCostUsd: 0.1 },
        lostSteps: 0,
        spentUsd: 0.0999,
        models: { agent: { model: "claude-sonnet-5-5" } },
      },
      1,
    ],
  ])(
    "bound all attempts together too, and that is not the agent's failure: %s",
    async (_, reason, job, stepNumber) => {
      await running(job);
      expect(await turn({ stepNumber })).toEqual(judged(reason, { blameless: true }));
    },
  );

  it("leave a recovery on the new device what they leave its agent", async () => {
    const job = await running({ limits: { maxSteps: 3 }, lostSteps: 3, supervision: { recovery: true } });
    const stoppedAt = async (stepNumber: number) => {
      const observation = sampleObservation();
      const raised = { exception: "Clock has stopped" };
      const begun = { recoveryNumber: stepNumber, source: "error", stepNumber, raised, observation } as const;
      const { recoveryId } = await beginRecovery(job, begun, runtimeFor("plan-recovery"));
      functions.model.answer({ httpStatus: 400 });
      const pointer = { schemaVersion: 1, tenantId, jobId, recoveryId, reason: "", lease: null };
      await invoke(planRecovery, { ...pointer, stepNumber, observation, turnNumber: 1 });
      functions.model.forget();
      return (await functions.repositories.recoveries.get(tenantId, jobId, stepNumber))?.reason;
    };
    expect(await stoppedAt(6)).toContain("The recovery planner could not be asked");
    expect(await stoppedAt(7)).toBe("The job used all of its 3 steps.");
  });
});

describe("[fault A22] the time of a job", () => {
  it("is what its turns took as it was measured: an hour in which the farm was down is not the job's", async () => {
    await running({ limits: { timeoutSeconds: 60 } });
    await made(1, 3);
    functions.clock.now = new Date(Date.parse(startedAt) + hour);
    functions.model.answer(tap);
    expect(await turn({ stepNumber: 4 })).toMatchObject({ route: "perform" });
    await made(5, 5);
    expect(await turn({ stepNumber: 6 })).toEqual(judged("timeout"));
  });

  it("is not longer for a clock that was set while the model thought", async () => {
    await running({ limits: { timeoutSeconds: 60 } });
    functions.model.otherwise(() => {
      functions.clock.now = new Date(functions.clock.now.getTime() + hour + 5_000);
      functions.clock.set = hour;
      return tap;
    });
    expect(await turn()).toMatchObject({ route: "perform" });
    functions.clock.set = 0;
    const step = await functions.repositories.steps.get(tenantId, jobId, 1);
    expect(step?.timings.turnMilliseconds).toBe(5_000);
  });
});
