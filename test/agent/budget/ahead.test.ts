import { beforeEach, expect, it } from "vitest";
import { handler as mapError } from "#functions/map-error.ts";
import { functions, jobId, withFunctions } from "../../functions/job-per-test.ts";
import type { ScriptedReply } from "../../functions/scripted-model.ts";
import { invoke } from "../../functions/start-functions.ts";
import { sampleObservation, sampleStep, tenantId } from "../../shared/storage/sample-records.ts";
import { running, stored, tap, turn, withTurns } from "../turn/one-turn.ts";

withFunctions();
withTurns();
beforeEach(() => functions.model.forget());

/** A job whose first turn has reserved the call of its second. */
async function afterOneTurn(change: Record<string, unknown> = {}) {
  await running(change);
  functions.model.answer(tap, tap);
  expect(await turn({ stepNumber: 1, attempt: 0 })).toMatchObject({ route: "perform" });
  const job = await stored();
  if (job?.ahead === undefined) throw new Error("nothing is reserved ahead");
  return { ...job, ahead: job.ahead };
}

it("a turn reserves the next one's call with its record, and that is counted as its cost once", async () => {
  const first = await afterOneTurn();
  expect(await turn({ stepNumber: 2, attempt: 0 })).toMatchObject({ route: "perform" });
  const second = await stored();
  expect(second?.ahead?.stepNumber).toBe(3);
  // Both calls told the same usage.
  expect(second?.spentTokens).toBe(first.spentTokens * 2);
});

it("a call that was never answered is counted at its worst, and what was reserved ahead is not there for another", async () => {
  const first = await afterOneTurn({ models: { agent: { timeoutSeconds: 1 } } });
  functions.model.forget();
  functions.model.answer(new Promise<ScriptedReply>(() => {}));
  expect(await turn({ stepNumber: 2, attempt: 0 })).toMatchObject({ route: "wait" });
  const job = await stored();
  expect(job?.ahead).toBeUndefined();
  expect(job?.spentTokens).toBeGreaterThan(first.spentTokens + 4_096);
});

it("a turn that is tried again leaves counted what the try before may have spent, and reserves anew", async () => {
  const first = await afterOneTurn();
  await turn({ stepNumber: 2, attempt: 1 });
  expect((await stored())?.spentTokens).toBe(first.spentTokens * 2 + first.ahead.tokens);
});

it("a turn whose step was stored and not counted leaves it counted when it comes again", async () => {
  const first = await afterOneTurn();
  await functions.repositories.steps.put(sampleStep({ jobId, stepNumber: 2, before: sampleObservation() }));
  expect(await turn({ stepNumber: 2, attempt: 0 })).toMatchObject({ route: "perform" });
  const job = await stored();
  expect(job?.stepCount).toBe(2);
  expect(job?.ahead).toBeUndefined();
  expect(job?.spentTokens).toBe(first.spentTokens + first.ahead.tokens);
});

it("a turn that ended in an error leaves it counted too", async () => {
  const first = await afterOneTurn();
  await invoke(mapError, {
    ...{ schemaVersion: 1, tenantId, jobId, stateName: "PredictAction", stepNumber: 2 },
    ...{ recoveries: 0, acquisition: 1, lent: false, observation: sampleObservation() },
    errorOutput: { Error: "States.Timeout", Cause: "" },
    lease: null,
  });
  const job = await stored();
  expect(job?.ahead).toBeUndefined();
  expect(job?.spentTokens).toBe(first.spentTokens + first.ahead.tokens);
});

it("an execution of before, which does not tell its tries, reserves nothing ahead", async () => {
  await running();
  functions.model.answer(tap);
  await turn({ stepNumber: 1 });
  expect((await stored())?.ahead).toBeUndefined();
});
