import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { writeEnd } from "#agent/job/write-end.ts";
import { findJob } from "#agent/runtime/find-job.ts";
import { handler } from "#functions/finish-job.ts";
import { runtimeFor } from "#functions/runtime/runtime.ts";
import { PublicJob } from "#shared/contracts/api/responses/job-response.ts";
import { Trajectory } from "#shared/contracts/api/trajectory.ts";
import { observationKey } from "#shared/contracts/farm/keys.ts";
import type { JobId } from "#shared/contracts/values/ids.ts";
import { FinishJobOutput } from "#shared/contracts/workflow/finish-job.ts";
import {
  at,
  jobIdOf,
  sampleError,
  sampleJob,
  sampleObservation,
  sampleStep,
  tenantId,
} from "../shared/storage/sample-records.ts";
import { invoke, startedAt, startFunctions, type TestFunctions } from "./start-functions.ts";

let functions: TestFunctions;
beforeAll(async () => {
  functions = await startFunctions();
});
afterAll(() => functions.close());

let lastId = 0;
let jobId: JobId;
beforeEach(() => {
  jobId = jobIdOf(++lastId);
  functions.clock.now = new Date(Date.parse(startedAt) + 60_000);
});
const running = (change: Record<string, unknown> = {}) =>
  functions.repositories.jobs.create(
    sampleJob({ jobId, status: "running", acquisition: 1, startedAt: "2026-01-01T00:00:05.000Z", ...change }),
  );
const finish = async (end: Record<string, unknown>, verdict: string | null = null) =>
  FinishJobOutput.parse(
    await invoke(handler, {
      schemaVersion: 1,
      tenantId,
      jobId,
      end: { detail: "Because.", ...end },
      verdict,
      recoveries: 1,
      clean: true,
    }),
  );
const success = { reason: "claimed", claim: { status: "success" } };
const failure = { reason: "claimed", claim: { status: "failure" } };
const trajectory = () =>
  functions.storage.artifacts.getJson(`tenants/${tenantId}/jobs/${jobId}/trajectory.json`, Trajectory);

describe("the outcome", () => {
  const table: readonly [Record<string, unknown>, string | null, string][] = [
    [success, "passed", "succeeded"],
    [failure, "passed", "succeeded"],
    [success, "failed", "failed"],
    [success, "inconclusive", "inconclusive"],
    [success, null, "inconclusive"],
    [success, "none", "succeeded"],
    [failure, "none", "failed"],
    [{ reason: "alreadySatisfied" }, "passed", "succeeded"],
    [{ reason: "alreadySatisfied" }, "failed", "inconclusive"],
    [{ reason: "maxSteps" }, "passed", "succeeded"],
    [{ reason: "maxSteps" }, "failed", "failed"],
    [{ reason: "maxSteps", blameless: true }, "passed", "succeeded"],
    [{ reason: "maxSteps", blameless: true }, "failed", "inconclusive"],
    [{ reason: "timeout", blameless: true }, "none", "inconclusive"],
    [{ reason: "maxSteps" }, "none", "over_budget"],
    [{ reason: "timeout" }, "failed", "failed"],
    [{ reason: "tokens" }, "failed", "failed"],
    [{ reason: "budget" }, "passed", "succeeded"],
    [{ reason: "budget" }, "failed", "over_budget"],
    [{ reason: "timeout" }, "none", "over_budget"],
    [{ reason: "tokens" }, "inconclusive", "over_budget"],
    [{ reason: "cost" }, "failed", "failed"],
    [{ reason: "stuck" }, "failed", "failed"],
    [{ reason: "refused" }, "failed", "refused"],
    [{ reason: "modelOutput" }, "none", "invalid"],
    [{ ...success, claimCheck: "agreed" }, "none", "succeeded"],
    [{ ...success, claimCheck: "rejected" }, "none", "failed"],
    [{ ...success, claimCheck: "rejected" }, "passed", "succeeded"],
    [{ ...success, claimCheck: "unexamined" }, "none", "inconclusive"],
    [{ ...success, claimCheck: "unexamined" }, "passed", "succeeded"],
    [{ reason: "infrastructure" }, null, "inconclusive"],
    [{ reason: "cancelled" }, null, "cancelled"],
  ];
  const offline = "The device lost its network while the agent worked.";
  it.each([
    [success, "failed", "The job forbids what was changed.", "failed"],
    [success, "inconclusive", offline, "inconclusive"],
    [{ reason: "stuck" }, "inconclusive", offline, "inconclusive"],
    [{ reason: "maxSteps" }, "inconclusive", offline, "over_budget"],
  ])("[spec G5] of %o with the verdict %s tells why: %s", async (end, verdict, verdictReason, outcome) => {
    await running({ verdictReason });
    const { reason, ...ended } = await finish(end, verdict);
    expect(ended).toMatchObject({ outcome });
    if (outcome !== "over_budget") expect(reason).toContain(verdictReason);
  });

  it.each(table)("[spec G5] of %o with the verdict %s is %s", async (end, verdict, outcome) => {
    await running();
    expect(await finish(end, verdict)).toMatchObject({ jobId, outcome });
    expect(await functions.repositories.jobs.get(tenantId, jobId)).toMatchObject({
      status: "finished",
      outcome,
      finishedAt: "2026-01-01T00:01:00.000Z",
      ...(end.reason === "alreadySatisfied" ? { alreadySatisfied: true } : {}),
    });
  });

  it.each([
    [success, "none", "unverified"],
    [{ ...success, claimCheck: "agreed" }, "none", "unverified"],
    [{ reason: "sourceDone" }, "none", "unverified"],
    [success, "passed", undefined],
    [success, "failed", undefined],
  ])("[spec G5] of %o with the verdict %s is kept as %s", async (end, verdict, kept) => {
    await running();
    await finish(end, verdict);
    expect((await functions.repositories.jobs.get(tenantId, jobId))?.verdict).toBe(kept);
  });

  it("[spec G5] by a check is an error with the last screen, once, and no other end is", async () => {
    const failedCheck = {
      kind: "setting",
      place: "setting global/wifi_on",
      expected: "0",
      actual: "1",
    } as const;
    const sentence = "setting global/wifi_on: expected 0, was 1.";
    const failing = { verdict: "failed", verdictReason: sentence, failedCheck };
    await running(failing);
    await finish(success, "failed");
    expect(await finish(success, "failed")).toMatchObject({ reason: `${sentence} Because.` });
    const { errors } = functions.repositories;
    expect(await errors.listByJob(tenantId, jobId)).toMatchObject([
      { code: "CheckFailed", message: sentence, check: failedCheck, stateName: "JudgeOutcome" },
    ]);
    jobId = jobIdOf(++lastId);
    await running(failing);
    expect(await finish({ reason: "appFailed" }, "failed")).toMatchObject({ reason: "Because." });
    expect(await errors.listByJob(tenantId, jobId)).toEqual([]);
  });

  it("[spec G5] by a check reads the job's errors once", async () => {
    const failedCheck = { kind: "setting", place: "setting global/wifi_on", expected: "0", actual: "1" };
    await running({ verdict: "failed", failedCheck });
    const runtime = runtimeFor("finish-job");
    let reads = 0;
    const errors = new Proxy(runtime.repositories.errors, {
      get(of, name) {
        if (name === "listByJob") reads += 1;
        return Reflect.get(of, name);
      },
    });
    const repositories = new Proxy(runtime.repositories, {
      get: (of, name) => (name === "errors" ? errors : Reflect.get(of, name)),
    });
    const job = await findJob(tenantId, jobId, runtime);
    await writeEnd(job, { outcome: "failed", reason: "No." }, { ...runtime, repositories });
    expect([reads, (await trajectory()).errors.length]).toEqual([1, 1]);
  });

  it("[spec G5] of an agent that gave up is no success, though every check passed", async () => {
    await running({ falseInfeasible: true });
    expect(await finish(failure, "passed")).toMatchObject({
      outcome: "failed",
      reason: expect.stringContaining("the agent gave up"),
    });
  });

  it("says when a success was checked by nobody, and keeps the end's own words", async () => {
    await running();
    const { reason } = await finish(success, "none");
    expect(reason).toContain("nothing was checked");
    expect(reason).toContain("Because.");
  });

  it("says once that the checks passed before the agent started", async () => {
    await running();
    const { reason } = await finish({ reason: "alreadySatisfied" }, "passed");
    expect(reason).toBe("Because.");
  });
});

describe("the record", () => {
  const key = (part: "screenshot.png" | "tree.json") => observationKey(tenantId, jobId, 1, "c", part);
  const step = (change: Record<string, unknown> = {}) =>
    functions.repositories.steps.put(sampleStep({ jobId, ...change }));
  const done = { ok: true, effect: "done", retries: 0 };

  it("[spec I7.3] merges job, steps and errors, and is complete when everything is there", async () => {
    await running({ stepCount: 2, usage: { calls: 2, inputTokens: 200, outputTokens: 20 } });
    await functions.storage.artifacts.put(key("screenshot.png"), "pixels", "image/png");
    const after = sampleObservation({ screenshotKey: key("screenshot.png") });
    await step({ outcome: done, after, timings: { inferenceMilliseconds: 700, executionMilliseconds: 50 } });
    const finishing = sampleStep({
      jobId,
      stepNumber: 2,
      actions: [{ action: { action: "FINISH", status: "success" } }],
      timings: { inferenceMilliseconds: 300, screenshotMilliseconds: 20 },
    });
    await functions.repositories.steps.put(finishing);
    await functions.repositories.errors.put(sampleError({ jobId }));
    await finish(success, "passed");
    const record = await trajectory();
    expect(record.completeness).toEqual({ complete: true, missing: [] });
    expect(record.steps.map(({ stepNumber }) => stepNumber)).toEqual([1, 2]);
    expect(record.errors).toHaveLength(1);
    expect(record.job).toEqual(PublicJob.parse(await functions.repositories.jobs.get(tenantId, jobId)));
  });

  it("[spec I6.3] sums the times of the steps, and tells waiting from running", async () => {
    await running({ createdAt: at });
    await step({
      outcome: done,
      after: sampleObservation(),
      timings: {
        inferenceMilliseconds: 700,
        executionMilliseconds: 50,
        settleMilliseconds: 800,
        screenshotMilliseconds: 200,
        treeMilliseconds: 400,
        deviceMilliseconds: 900,
        uploadMilliseconds: 300,
      },
    });
    await finish(success, "passed");
    expect((await trajectory()).job.metrics).toEqual({
      screenshotMilliseconds: 200,
      inferenceMilliseconds: 700,
      executionMilliseconds: 50,
      settleMilliseconds: 650,
      queuedMilliseconds: 5_000,
      waitingMilliseconds: 0,
      uploadMilliseconds: 300,
      orchestrationMilliseconds: 53_100,
      totalMilliseconds: 60_000,
      recoveries: 1,
    });
  });

  it("[spec I7.3] names each thing that is missing", async () => {
    await running({ stepCount: 3 });
    await step({ before: sampleObservation({ treeKey: key("tree.json") }) });
    await step({ stepNumber: 2, outcome: { ok: false, effect: "indeterminate", retries: 0 } });
    await finish(failure, "failed");
    expect((await trajectory()).completeness).toEqual({
      complete: false,
      missing: [
        "Step 3 is not stored.",
        "Step 1 has no outcome.",
        `Step 1: ${key("tree.json")} (before it) is not stored.`,
        "Step 2 has no screen after it.",
      ],
    });
  });

  it("[fault D12] names what its host has still to store, until it is there", async () => {
    await running({ stepCount: 1 });
    const pendingArtifacts = [key("screenshot.png"), key("tree.json")];
    const after = sampleObservation({
      screenshotKey: key("screenshot.png"),
      treeKey: key("tree.json"),
      pendingArtifacts,
    });
    await step({ outcome: done, after });
    await functions.storage.artifacts.put(key("tree.json"), "{}", "application/json");
    await finish(success, "passed");
    expect((await trajectory()).completeness.missing).toEqual([
      `Step 1: ${key("screenshot.png")} (after it) is not stored yet: the host keeps it until storage is available.`,
    ]);
  });
});

describe("finishing again", () => {
  it("[fault D9] answers the first end and changes nothing", async () => {
    await running();
    const first = await finish(success, "passed");
    const exported = (await trajectory()).exportedAt;
    functions.clock.now = new Date(Date.parse(startedAt) + 90_000);
    expect(await finish({ reason: "infrastructure" })).toEqual(first);
    expect((await trajectory()).exportedAt).toBe(exported);
  });

  it("adds the record to a job that was cancelled while it waited, and keeps its outcome", async () => {
    await functions.repositories.jobs.create(sampleJob({ jobId }));
    await functions.repositories.jobs.cancel(tenantId, jobId, at);
    expect(await finish({ reason: "infrastructure" })).toMatchObject({ outcome: "cancelled" });
    expect(await trajectory()).toMatchObject({ job: { outcome: "cancelled", finishedAt: at }, steps: [] });
    expect((await functions.repositories.jobs.get(tenantId, jobId))?.trajectoryKey).toBeDefined();
  });

  it("fails by name for a job that is not there", async () => {
    await expect(finish(success, "passed")).rejects.toMatchObject({ name: "NotFound" });
  });
});
