import { describe, expect, it } from "vitest";
import { handler as prepareJob } from "#functions/prepare-job.ts";
import { Lease } from "#shared/contracts/device/lease.ts";
import { functions, jobId, withFunctions } from "../../functions/job-per-test.ts";
import { invoke, startedAt } from "../../functions/start-functions.ts";
import { sampleJob, sampleStep, tenantId } from "../../shared/storage/sample-records.ts";
import { running, stored, tap, turn, withTurns } from "../turn/one-turn.ts";

withFunctions();
withTurns();

const manySteps = { limits: { maxSteps: 300 } };

describe("a job with many steps", () => {
  it("goes on as a new execution after a hundred of them, before its model is asked", async () => {
    await running(manySteps);
    expect(await turn({ stepNumber: 101, firstStep: 1 })).toEqual({ route: "continue" });
    expect(functions.model.requests).toEqual([]);
  });

  it("is asked in the new one, and in the old one when no new one could be started", async () => {
    await running(manySteps);
    functions.model.answer(tap);
    expect(await turn({ stepNumber: 101, firstStep: 101 })).toMatchObject({ route: "perform" });
    functions.model.answer(tap);
    const failedHelpers = { ContinueAsNew: "StepFunctions.ExecutionLimitExceededException" };
    expect(await turn({ stepNumber: 102, firstStep: 1, failedHelpers })).toMatchObject({ route: "perform" });
  });

  it("ends in the old one when it is to end", async () => {
    await running(manySteps);
    expect(await turn({ stepNumber: 301, firstStep: 201 })).toMatchObject({ end: { reason: "maxSteps" } });
  });

  it("is told what it noted, however long ago, and no line of what it did then", async () => {
    await running(manySteps);
    const { steps } = functions.repositories;
    for (let stepNumber = 1; stepNumber <= 230; stepNumber += 1) {
      const action =
        stepNumber === 2 ? { action: "remember", note: "The code is 4711." } : { action: "wait", seconds: 1 };
      await steps.put(sampleStep({ jobId, stepNumber, actions: [{ action }] }));
    }
    functions.model.answer(tap);
    await turn({ stepNumber: 231, firstStep: 201 });
    const [request] = functions.model.requests;
    expect(request).toContain("The code is 4711.");
    expect(request).toContain("(1 to 50 are too long ago to be told");
    expect(request).not.toContain("(50) ");
    expect(request).toContain("(51) ");
  });
});

describe("the job's execution", () => {
  const executionArn = "arn:aws:states:us-east-1:000000000000:execution:job:next";
  const prepare = (more: object) => invoke(prepareJob, { schemaVersion: 1, tenantId, jobId, ...more });

  it("is the newest one, so that cancelling stops what runs", async () => {
    await running({ executionArn: "arn:aws:states:us-east-1:000000000000:execution:job:first" });
    await prepare({ executionArn, segment: 2 });
    expect(await stored()).toMatchObject({ executionArn });
  });

  it("has the device that the job's workflow lends it, and the job runs", async () => {
    await functions.repositories.jobs.create(sampleJob({ jobId }));
    const lease = Lease.parse({
      deviceId: "host-1.phone-1",
      hostId: "host-1",
      epoch: 7,
      acquiredAt: startedAt,
      commandQueueUrl: "http://127.0.0.1:4566/000000000000/drover_test_acme_host_host-1",
      screen: { width: 1080, height: 2400 },
    });
    await prepare({ executionArn, lease });
    expect(await stored()).toMatchObject({
      status: "running",
      executionArn,
      deviceId: "host-1.phone-1",
      leaseEpoch: 7,
      startedAt: expect.any(String),
    });
  });

  it("does not begin for a job that was cancelled before", async () => {
    await functions.repositories.jobs.create(sampleJob({ jobId, status: "finished", outcome: "cancelled" }));
    await expect(prepare({ executionArn })).rejects.toMatchObject({ name: "JobCancelled" });
  });
});
