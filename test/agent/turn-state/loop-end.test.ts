import { describe, expect, it } from "vitest";
import { functions, jobId, withFunctions } from "../../functions/job-per-test.ts";
import { startedAt } from "../../functions/start-functions.ts";
import { sampleObservation, sampleStep, tenantId } from "../../shared/storage/sample-records.ts";
import { running, tap, turn, withTurns } from "../turn/one-turn.ts";

withFunctions();
withTurns();

describe("the end of the loop", () => {
  const ends: readonly [string, Record<string, unknown>, Record<string, unknown>, string, string][] = [
    [
      "releases the device when the job was cancelled",
      { cancelRequestedAt: startedAt },
      {},
      "release",
      "cancelled",
    ],
    ["judges when every check passed before", {}, { alreadySatisfied: true }, "judge", "alreadySatisfied"],
    ["judges after the last step", { limits: { maxSteps: 3 } }, { stepNumber: 4 }, "judge", "maxSteps"],
    [
      "judges when the tokens are spent",
      { limits: { maxTokens: 500 }, spentTokens: 500 },
      {},
      "judge",
      "tokens",
    ],
    [
      "judges when the models have written what they may",
      { limits: { maxOutputTokens: 60 }, spentTokens: 510, spentOutputTokens: 60 },
      {},
      "judge",
      "tokens",
    ],
    [
      "judges a job that is older than it may be, though it worked for a moment only",
      {
        limits: { totalSeconds: 3_600 },
        createdAt: "2025-12-31T23:00:00.000Z",
        waitedMilliseconds: 3_000_000,
      },
      {},
      "judge",
      "timeout",
    ],
  ];
  it.each(ends)("%s", async (_, job, input, route, reason) => {
    await running(job);
    expect(await turn(input)).toMatchObject({ route, end: { reason } });
    expect(functions.model.requests).toEqual([]);
  });

  it("[spec A6] judges when the time is over that the job's turns took", async () => {
    await running({ limits: { timeoutSeconds: 60 }, supervision: { recovery: false } });
    const timings = { turnMilliseconds: 50_000, deviceMilliseconds: 9_000, verifyMilliseconds: 999 };
    await functions.repositories.steps.put(sampleStep({ jobId, timings }));
    functions.model.answer(tap);
    expect(await turn({ stepNumber: 2 })).toMatchObject({ route: "perform" });
    await functions.repositories.steps.put(
      sampleStep({ jobId, stepNumber: 3, timings: { turnMilliseconds: 1 } }),
    );
    expect(await turn({ stepNumber: 4 })).toMatchObject({ end: { reason: "timeout" } });
  });

  it("runs the agent all the same when the job allows checks that pass before", async () => {
    await running({ allowAlreadySatisfied: true });
    functions.model.answer(tap);
    expect(await turn({ alreadySatisfied: true })).toMatchObject({ route: "perform" });
  });

  it("[fault E4] warns an agent that repeats itself, and ends when it does not listen", async () => {
    await running({ supervision: { recovery: false } });
    const idle = (stepNumber: number) =>
      sampleStep({
        jobId,
        stepNumber,
        outcome: { ok: true, effect: "done", retries: 0 },
        after: sampleObservation(),
      });
    for (let n = 1; n <= 2; n += 1) await functions.repositories.steps.put(idle(n));
    functions.model.answer(tap);
    expect(await turn({ stepNumber: 3 })).toMatchObject({ route: "perform" });
    expect(functions.model.requests[0]).toContain("do something else");
    for (let n = 4; n <= 8; n += 1) await functions.repositories.steps.put(idle(n));
    await functions.repositories.steps.complete({
      tenantId,
      jobId,
      stepNumber: 3,
      performedAt: startedAt,
      outcome: { ok: true, effect: "done", retries: 0 },
    });
    expect(await turn({ stepNumber: 9 })).toMatchObject({ route: "judge", end: { reason: "stuck" } });
  });

  it("[spec R12] takes no agent for one that repeats itself while a person touches the screen", async () => {
    await running({});
    const outcome = { ok: true, effect: "done", retries: 0 };
    const interventions = [{ kind: "tap", at: startedAt, durationMilliseconds: 50 }];
    for (let stepNumber = 1; stepNumber <= 8; stepNumber += 1) {
      const step = sampleStep({ jobId, stepNumber, outcome, interventions, after: sampleObservation() });
      await functions.repositories.steps.put(step);
    }
    functions.model.answer(tap);
    expect(await turn({ stepNumber: 9 })).toMatchObject({ route: "perform" });
    expect(functions.model.requests[0]).not.toContain("do something else");
  });

  it("takes no agent for one that repeats itself because it does again on a fresh device what is lost", async () => {
    await running({ lostSteps: 8 });
    for (let stepNumber = 1; stepNumber <= 8; stepNumber += 1) {
      const outcome = { ok: true, effect: "done", retries: 0 };
      await functions.repositories.steps.put(
        sampleStep({ jobId, stepNumber, outcome, after: sampleObservation() }),
      );
    }
    functions.model.answer(tap);
    expect(await turn({ stepNumber: 9 })).toMatchObject({ route: "perform" });
    expect(functions.model.requests[0]).not.toContain("do something else");
  });
});
