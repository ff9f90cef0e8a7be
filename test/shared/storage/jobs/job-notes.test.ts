import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { noUsageByRole, untoldCall } from "#agent/model-calls/usage.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { JobId } from "#shared/contracts/values/ids.ts";
import { createJobEntity } from "#shared/storage/jobs/job-entity.ts";
import { roleOn } from "#shared/storage/jobs/job-usage.ts";
import { at, jobIdOf, sampleJob, sampleStep, tenantId } from "../sample-records.ts";
import { startStorage, type TestStorage } from "../start-storage.ts";
import { ended, storedJob } from "../stored-job.ts";
import { usualRetention } from "../usual-retention.ts";

let storage: TestStorage;
let jobs: TestStorage["repositories"]["jobs"];
beforeAll(async () => {
  storage = await startStorage();
  jobs = storage.repositories.jobs;
});
afterAll(() => storage.close());

const newJob = (change: Record<string, unknown> = {}) => storedJob(jobs, change);

describe("the course of a job", () => {
  const usedOnce = {
    calls: 1,
    inputTokens: 90,
    cachedTokens: 60,
    cacheWrittenTokens: 10,
    outputTokens: 9,
    thinkingTokens: 4,
    costUsd: 0.000_000_15,
    pricedCalls: 1,
  };

  it("[fault D9] counts the tokens of a step once, however often the turn is recorded", async () => {
    const { jobId } = await newJob();
    const turn = { tenantId, jobId, stepNumber: 1, usage: usedOnce };
    expect([await jobs.recordTurn(turn), await jobs.recordTurn(turn)]).toEqual([true, false]);
    await jobs.recordTurn({ ...turn, stepNumber: 2 });
    // A job of before has no place for it.
    expect((await jobs.get(tenantId, jobId))?.usageByRole).toEqual({});
    expect(await jobs.get(tenantId, jobId)).toMatchObject({
      stepCount: 2,
      usage: {
        calls: 2,
        inputTokens: 180,
        cachedTokens: 120,
        cacheWrittenTokens: 20,
        outputTokens: 18,
        thinkingTokens: 8,
        costUsd: 0.000_000_3,
        pricedCalls: 2,
      },
    });
  });

  it("settles a turn's calls with the turn, and not when the turn was counted before", async () => {
    const { jobId } = await newJob();
    const reserved = { tokens: 100, usd: 0.5 };
    await jobs.reserve(tenantId, jobId, reserved, { maxTokens: 1_000 });
    const settled = { tokens: -40, usd: -0.25 };
    const turn = { tenantId, jobId, stepNumber: 1, usage: usedOnce, settled };
    expect([await jobs.recordTurn(turn), await jobs.recordTurn(turn)]).toEqual([true, false]);
    expect(await jobs.get(tenantId, jobId)).toMatchObject({ spentTokens: 60, spentUsd: 0.25, stepCount: 1 });
  });

  describe("what is reserved ahead", () => {
    const usage = usedOnce;
    const ahead = { stepNumber: 2, tokens: 120, usd: 0.5 };
    const limits = { maxTokens: 200, maxCostUsd: 2 };
    const withAhead = async () => {
      const { jobId } = await newJob();
      await jobs.reserve(tenantId, jobId, { tokens: 100, usd: 0.25 }, limits);
      const settled = { tokens: -60, usd: -0.125 };
      await jobs.recordTurn({ tenantId, jobId, stepNumber: 1, usage, settled, next: { ahead, limits } });
      return jobId;
    };

    it("is no call's and spent for no reader, and leaves nobody else its room", async () => {
      const jobId = await withAhead();
      expect(await jobs.get(tenantId, jobId)).toMatchObject({ spentTokens: 40, spentUsd: 0.125, ahead });
      const call = { tokens: 60, usd: 0 };
      expect(await jobs.reserve(tenantId, jobId, call, limits)).toBe(false);
      expect(await jobs.reserve(tenantId, jobId, { ...call, tokens: 40 }, limits)).toBe(true);
    });

    it("is given back once, by whoever counts its call first", async () => {
      const jobId = await withAhead();
      const settled = { tokens: 70, usd: 0.25, returned: ahead };
      const second = { tenantId, jobId, stepNumber: 2, usage, settled };
      expect([await jobs.recordTurn(second), await jobs.recordTurn(second)]).toEqual([true, false]);
      await jobs.settle(tenantId, jobId, settled);
      const job = await jobs.get(tenantId, jobId);
      expect(job).toMatchObject({ spentTokens: 180, spentUsd: 0.625, stepCount: 2 });
      expect(job?.ahead).toBeUndefined();
    });

    it("is not made where the limits leave no room for it, and the turn is recorded all the same", async () => {
      const { jobId } = await newJob();
      const next = { ahead, limits: { maxTokens: 119 } };
      expect(await jobs.recordTurn({ tenantId, jobId, stepNumber: 1, usage, next })).toBe(true);
      const job = await jobs.get(tenantId, jobId);
      expect(job).toMatchObject({ spentTokens: 0, stepCount: 1 });
      expect(job?.ahead).toBeUndefined();
    });
  });

  it("counts each role's tokens apart, beside the job's own sum", async () => {
    const job = { ...sampleJob({ jobId: jobIdOf(991) }), usageByRole: noUsageByRole };
    await jobs.create(job);
    const { jobId } = job;
    await jobs.recordTurn({ tenantId, jobId, stepNumber: 1, usage: usedOnce, ...roleOn(job, "agent") });
    await jobs.addUsage(tenantId, jobId, { usage: usedOnce, ...roleOn(job, "planner") });
    const stored = await jobs.get(tenantId, jobId);
    expect(stored?.usage.calls).toBe(2);
    expect(stored?.usageByRole).toMatchObject({
      agent: usedOnce,
      planner: usedOnce,
      verifier: { calls: 0, inputTokens: 0 },
    });
  });

  describe("what came of calls", () => {
    const claim = { status: "success", summary: "The alarm is set." } as const;
    const completionCheck = { accepted: true, reason: "It shows." };
    const checked = async (jobId: JobId) => {
      const { steps } = storage.repositories;
      const key = { tenantId, jobId, stepNumber: 1 };
      const write = await steps.checkingCompletion(key, completionCheck);
      expect(await jobs.addUsage(tenantId, jobId, { usage: usedOnce }, { write, claim })).toBe(true);
      return { job: await jobs.get(tenantId, jobId), step: await steps.get(tenantId, jobId, 1) };
    };

    it("is stored with what they cost", async () => {
      const jobId = jobIdOf(985);
      await jobs.create(sampleJob({ jobId }));
      await storage.repositories.steps.put(sampleStep({ jobId, stepNumber: 1 }));
      const { job, step } = await checked(jobId);
      expect(job).toMatchObject({ claim, usage: { calls: 1 } });
      expect(step).toMatchObject({ completionCheck });
    });

    it("is stored, and counted once, though the job has ended meanwhile, which claims nothing more", async () => {
      const jobId = jobIdOf(986);
      await jobs.create(sampleJob({ jobId }));
      await storage.repositories.steps.put(sampleStep({ jobId, stepNumber: 1 }));
      await jobs.finish({ tenantId, jobId, at, outcome: "cancelled", outcomeReason: "stopped" });
      const { job, step } = await checked(jobId);
      expect(job).toMatchObject({ outcome: "cancelled", usage: { calls: 1 } });
      expect(job?.claim).toBeUndefined();
      expect(step).toMatchObject({ completionCheck });
    });
  });

  it("adds to a job stored before money was counted, and leaves that without a price", async () => {
    const old = sampleJob({ jobId: jobIdOf(990), usage: { calls: 3, inputTokens: 30, outputTokens: 3 } });
    const { cachedTokens, cacheWrittenTokens, thinkingTokens, pricedCalls, ...counted } = old.usage;
    const { dynamodb } = storage.clients;
    await createJobEntity({ ...usualRetention, dynamodb, tableName: storage.tableName })
      .create({ ...old, usage: counted } as Job)
      .go();
    const stored = await jobs.get(tenantId, old.jobId);
    expect(stored?.usage).toEqual({
      ...counted,
      cachedTokens: 0,
      cacheWrittenTokens: 0,
      thinkingTokens: 0,
      pricedCalls: 0,
    });
    await jobs.addUsage(tenantId, old.jobId, { usage: untoldCall });
    expect((await jobs.get(tenantId, old.jobId))?.usage).not.toHaveProperty("costUsd");
    await jobs.addUsage(tenantId, old.jobId, { usage: usedOnce });
    expect((await jobs.get(tenantId, old.jobId))?.usage).toMatchObject({
      calls: 5,
      inputTokens: 120,
      cachedTokens: 60,
      costUsd: 0.000_000_15,
      pricedCalls: 1,
    });
  });

  it("keeps claim, judgement, last error and whether it was satisfied beside each other", async () => {
    const { jobId } = await newJob();
    const judgement = [
      { validator: { kind: "foregroundApp", package: "com.x.y" }, verdict: "failed", observed: "com.z" },
    ] as const;
    await jobs.saveClaim(tenantId, jobId, { status: "success", summary: "Done." });
    const found = { verdict: "failed", progress: 0, falseComplete: true } as const;
    await jobs.saveJudgement(tenantId, jobId, { ...found, judgement: [...judgement] });
    await jobs.saveDevice(tenantId, jobId, { alreadySatisfied: false });
    expect(await jobs.get(tenantId, jobId)).toMatchObject({
      claim: { status: "success" },
      ...found,
      judgement,
      alreadySatisfied: false,
    });
    expect(await jobs.saveClaim(tenantId, jobIdOf(9_999), { status: "success" })).toBe(false);
  });

  it("ends once: the first outcome stands", async () => {
    const { jobId } = await newJob();
    expect(await jobs.finish(ended(jobId))).toMatchObject({ outcome: "succeeded", finishedAt: at });
    expect(await jobs.finish(ended(jobId, "failed"))).toBeNull();
    expect(await jobs.finish({ ...ended(jobId, "cancelled"), trajectoryKey: "k" })).toBeNull();
    expect(await jobs.get(tenantId, jobId)).toMatchObject({ outcome: "succeeded" });
  });

  it("adds the trajectory to a job that was cancelled while it waited, once", async () => {
    const { jobId } = await newJob();
    await jobs.cancel(tenantId, jobId, at);
    expect(await jobs.finish({ ...ended(jobId, "cancelled"), trajectoryKey: "k" })).toMatchObject({
      outcome: "cancelled",
      trajectoryKey: "k",
    });
    expect(await jobs.finish({ ...ended(jobId, "cancelled"), trajectoryKey: "l" })).toBeNull();
  });
});
