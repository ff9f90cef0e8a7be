import { beforeEach, describe, expect, it } from "vitest";
import { functions, jobId, nextJob, withFunctions } from "../../functions/job-per-test.ts";
import { at, sampleStep, tenantId } from "../../shared/storage/sample-records.ts";
import { map, ofFunction, ofHost, ofService, withCaughtErrors } from "./map-caught.ts";

withFunctions();
withCaughtErrors();

describe("the step that was under way", () => {
  const outcome = async () => (await functions.repositories.steps.get(tenantId, jobId, 1))?.outcome;
  beforeEach(() => functions.repositories.steps.put(sampleStep({ jobId })));

  it("[fault D6] is marked as doubtful, and its number is not used again", async () => {
    expect(await map(ofService("States.HeartbeatTimeout"))).toMatchObject({ stepNumber: 2 });
    expect(await outcome()).toMatchObject({
      ok: false,
      effect: "indeterminate",
      errorCode: "States.HeartbeatTimeout",
    });
  });

  it("[fault D6] tells the agent that the work so far is gone when the device is, and only then", async () => {
    const feedback = async () => (await functions.repositories.steps.get(tenantId, jobId, 1))?.feedback;
    await map(ofFunction("StorageUnavailable"), { stateName: "VerifyStep" });
    expect(await feedback()).toBeUndefined();
    await map(ofService("States.HeartbeatTimeout"));
    expect(await feedback()).toContain("set up anew: nothing that was done before stands on it");
  });

  it("is known not to have happened when the lease was lost or the command never sent", async () => {
    await map(ofHost("LeaseLost"));
    expect(await outcome()).toMatchObject({ effect: "none" });
    nextJob();
    await functions.repositories.steps.put(sampleStep({ jobId }));
    await map(ofService("SQS.AmazonSQSException"));
    expect(await outcome()).toMatchObject({ effect: "none" });
  });

  it("[fault D6] is doubtful when its host had begun it before the lease was lost", async () => {
    await map(ofHost("LeaseLost", { acted: true }));
    expect(await outcome()).toMatchObject({ effect: "indeterminate" });
  });

  it("is not said to have failed when it asked a person, who answered: only the look afterwards was lost", async () => {
    nextJob();
    const actions = [{ action: { action: "ask_user", question: "Which one?" } }];
    await functions.repositories.steps.put(sampleStep({ jobId, actions }));
    await map(ofHost("LeaseLost"));
    expect(await outcome()).toMatchObject({ ok: true, effect: "none" });
  });

  it("keeps the outcome that the host wrote before the error", async () => {
    const done = { ok: true, effect: "done", retries: 0 } as const;
    await functions.repositories.steps.complete({
      tenantId,
      jobId,
      stepNumber: 1,
      performedAt: at,
      outcome: done,
    });
    expect(await map(ofFunction("StorageUnavailable"), { stateName: "VerifyStep" })).toMatchObject({
      stepNumber: 2,
    });
    expect(await outcome()).toEqual(done);
  });
});
