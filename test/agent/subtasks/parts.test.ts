import { describe, expect, it } from "vitest";
import { handler as decompose } from "#functions/decompose-task.ts";
import { handler as finish } from "#functions/finish-workflow.ts";
import { handler as next } from "#functions/next-subtask.ts";
import { Lease } from "#shared/contracts/device/lease.ts";
import { JobId } from "#shared/contracts/values/ids.ts";
import { functions, jobId, withFunctions } from "../../functions/job-per-test.ts";
import { invoke, startedAt } from "../../functions/start-functions.ts";
import { sampleJob, sampleStep, tenantId } from "../../shared/storage/sample-records.ts";

withFunctions();

const lease = Lease.parse({
  deviceId: "host-1.phone-1",
  hostId: "host-1",
  epoch: 7,
  acquiredAt: startedAt,
  commandQueueUrl: "http://127.0.0.1:4566/000000000000/drover_test_acme_host_host-1",
  screen: { width: 1080, height: 2400 },
});
const input = () => ({ schemaVersion: 1, tenantId, jobId });
const stored = async (id = jobId) => {
  const job = await functions.repositories.jobs.get(tenantId, id);
  if (job === null) throw new Error(`no job ${id}`);
  return job;
};
const create = (change: Record<string, unknown>) =>
  functions.repositories.jobs.create(sampleJob({ jobId, status: "running", ...change }));
const decomposed = () => invoke(decompose, input());
const ask = async (ended: { jobId: string; error?: string | null } | null = null, more = {}) =>
  (await invoke(next, {
    ...input(),
    lease,
    alreadySatisfied: false,
    ended: ended === null ? null : { error: null, ...ended },
    ...more,
  })) as { route: string; jobId: string };
const end = (id: string, outcome: string, claim?: object) =>
  functions.repositories.jobs
    .saveClaim(tenantId, JobId.parse(id), { status: "success", ...claim } as never)
    .then(() =>
      functions.repositories.jobs.finish({
        tenantId,
        jobId: JobId.parse(id),
        at: startedAt,
        outcome: outcome as "succeeded",
        outcomeReason: `It ${outcome}.`,
      }),
    );
const finished = (more = {}) =>
  invoke(finish, {
    ...input(),
    verdict: null,
    clean: true,
    failure: null,
    alreadySatisfied: false,
    ...more,
  });
const three = {
  subtasks: [
    {
      text: "Turn on Bluetooth",
      validators: [{ kind: "setting", namespace: "global", key: "bluetooth_on", equals: "1" }],
    },
    {
      text: "Copy the code",
      background: "It is on the second page.",
      systemPrompt: "Take small steps.",
      limits: { maxSteps: 3 },
    },
    { text: "Set an alarm" },
  ],
};

describe("the parts of a workflow", () => {
  it("[spec G2] are kept with the job, in order, before anything is done", async () => {
    await create({ workflow: three });
    await decomposed();
    expect((await stored()).taskSteps).toMatchObject([
      { index: 1, text: "Turn on Bluetooth", status: "pending", attempts: 0, jobIds: [], errors: [] },
      { index: 2, text: "Copy the code", background: "It is on the second page.", status: "pending" },
      { index: 3, text: "Set an alarm", status: "pending" },
    ]);
    expect(functions.model.requests).toEqual([]);
  });

  it("[spec A1] are made of the task by the decomposer when the request names none, once", async () => {
    await create({ workflow: {}, task: "Turn on Bluetooth, then set an alarm" });
    functions.model.answer({
      action: "submit_subtasks",
      subtasks: ["Turn on Bluetooth", "Set an alarm for 7:00"],
    });
    await decomposed();
    const { taskSteps = [], decomposition, usage } = await stored();
    expect(taskSteps.map(({ text }) => text)).toEqual(["Turn on Bluetooth", "Set an alarm for 7:00"]);
    expect(decomposition).toMatchObject({ by: "model", model: "practice-1" });
    expect(usage.calls).toBe(1);
    await decomposed();
    expect(functions.model.requests.filter((request) => request.includes("submit_subtasks"))).toHaveLength(1);
  });
});

describe("the next part", () => {
  it("[spec G7] is a job with its own text, background, instructions, checks and limits", async () => {
    await create({ workflow: three, background: "A test phone.", limits: { maxSteps: 40 } });
    await decomposed();
    const first = await ask();
    expect(await stored(JobId.parse(first.jobId))).toMatchObject({
      task: "Turn on Bluetooth",
      parentJobId: jobId,
      status: "queued",
      background: "A test phone.",
      limits: { maxSteps: 40 },
      validators: [{ kind: "setting", key: "bluetooth_on" }],
    });
    await end(first.jobId, "succeeded", { answer: "on" });
    const second = await ask({ jobId: first.jobId });
    expect(await stored(JobId.parse(second.jobId))).toMatchObject({
      background: "It is on the second page.",
      systemPrompt: "Take small steps.",
      limits: { maxSteps: 3 },
      partsBefore: [{ text: "Turn on Bluetooth", result: "on" }],
    });
  });

  it("[spec G2] follows when the last has succeeded; what was done for it and what came of it are kept", async () => {
    await create({ workflow: three });
    await decomposed();
    const first = await ask();
    await functions.repositories.steps.put(
      sampleStep({
        jobId: JobId.parse(first.jobId),
        actions: [
          {
            action: { action: "tap", element: 4 },
            deviceAction: { action: "tap", coordinate: [0.5, 0.5] },
            element: 'SWITCH "Bluetooth"',
          },
        ],
      }),
    );
    await end(first.jobId, "succeeded", { summary: "Bluetooth is on." });
    expect(await ask({ jobId: first.jobId })).toMatchObject({ route: "run" });
    expect((await stored()).taskSteps).toMatchObject([
      {
        status: "complete",
        attempts: 1,
        jobIds: [first.jobId],
        actions: ['1: tap SWITCH "Bluetooth"'],
        result: "Bluetooth is on.",
      },
      { status: "running", attempts: 1 },
      { status: "pending" },
    ]);
  });

  it("is the same one when the same end is told twice, and its job is stored when it was not", async () => {
    await create({ workflow: three });
    await decomposed();
    const first = await ask();
    expect(await ask()).toEqual(first);
    await end(first.jobId, "succeeded");
    const second = await ask({ jobId: first.jobId });
    expect(await ask({ jobId: first.jobId })).toEqual(second);
    expect((await stored()).taskSteps?.map(({ attempts }) => attempts)).toEqual([1, 1, 0]);
  });

  it("is the failed one again as often as it may be, and none after that", async () => {
    await create({ workflow: { subtasks: [{ text: "Fly", attempts: 2 }, { text: "Land" }] } });
    await decomposed();
    const first = await ask();
    await end(first.jobId, "failed");
    const again = await ask({ jobId: first.jobId });
    expect(again).toMatchObject({ route: "run" });
    expect(again.jobId).not.toBe(first.jobId);
    await end(again.jobId, "over_budget");
    expect(await ask({ jobId: again.jobId })).toEqual({ route: "release" });
    expect((await stored()).taskSteps).toMatchObject([
      { status: "failed", attempts: 2, errors: ["failed: It failed.", "over_budget: It over_budget."] },
      { status: "pending", attempts: 0 },
    ]);
  });

  it("[fault A21] has all tokens that no earlier part used: what went with a lost device or to an attempt that the farm broke is not counted", async () => {
    const limits = { maxTokens: 10_000, maxOutputTokens: 2_000 };
    await create({ workflow: { subtasks: [{ text: "Fly", attempts: 2 }, { text: "Land" }] }, limits });
    await decomposed();
    const { jobs } = functions.repositories;
    const spend = (id: string, tokens: number, outputTokens: number) =>
      jobs.settle(tenantId, JobId.parse(id), { tokens, outputTokens, usd: 0 });
    const first = await ask();
    await spend(first.jobId, 9_990, 1_990);
    await end(first.jobId, "inconclusive");
    const again = await ask({ jobId: first.jobId });
    expect((await stored(JobId.parse(again.jobId))).limits).toMatchObject(limits);
    await spend(again.jobId, 9_000, 1_800);
    await jobs.requeue(await stored(JobId.parse(again.jobId)), 3, new Date(startedAt));
    await spend(again.jobId, 4_000, 500);
    await end(again.jobId, "succeeded");
    const last = await ask({ jobId: again.jobId });
    expect((await stored(JobId.parse(last.jobId))).limits).toMatchObject({
      maxTokens: 6_000,
      maxOutputTokens: 1_500,
    });
  });

  it("is none when every part is done, and then the whole is judged", async () => {
    await create({ workflow: { subtasks: [{ text: "Only this" }] } });
    await decomposed();
    const only = await ask();
    await end(only.jobId, "succeeded");
    expect(await ask({ jobId: only.jobId })).toEqual({ route: "judge" });
  });

  it("is none when the workflow was cancelled, or all that it asks for was there before", async () => {
    await create({ workflow: three, cancelRequestedAt: startedAt });
    await decomposed();
    expect(await ask()).toEqual({ route: "release" });
    const satisfied = { alreadySatisfied: true };
    expect(await ask(null, satisfied)).toEqual({ route: "release" });
  });

  it("ends the job of a part whose execution broke off", async () => {
    await create({ workflow: { subtasks: [{ text: "Only this" }] } });
    await decomposed();
    const only = await ask();
    expect(await ask({ jobId: only.jobId, error: "States.TaskFailed" })).toEqual({ route: "release" });
    expect(await stored(JobId.parse(only.jobId))).toMatchObject({
      status: "finished",
      outcome: "inconclusive",
    });
  });
});

describe("the end of a workflow", () => {
  it("names the part that did not succeed and those not begun, with the outcome of its job", async () => {
    await create({ workflow: three });
    await decomposed();
    const first = await ask();
    await end(first.jobId, "succeeded");
    const second = await ask({ jobId: first.jobId });
    await end(second.jobId, "over_budget");
    await ask({ jobId: second.jobId });
    expect(await finished()).toEqual({
      jobId,
      outcome: "over_budget",
      reason: "Part 2 of 3 did not succeed: over_budget: It over_budget. Not started: part 3.",
    });
    expect(await finished(), "asked again").toMatchObject({ outcome: "over_budget" });
  });

  it.each([
    ["passed", "succeeded"],
    ["none", "succeeded"],
    ["failed", "failed"],
    ["inconclusive", "inconclusive"],
  ])("is, with every part done and the whole judged %s, %s", async (verdict, outcome) => {
    await create({ workflow: { subtasks: [{ text: "Only this" }] } });
    await decomposed();
    const only = await ask();
    await end(only.jobId, "succeeded");
    await ask({ jobId: only.jobId });
    expect(await finished({ verdict })).toMatchObject({ outcome });
  });

  it("counts what its parts used", async () => {
    await create({ workflow: { subtasks: [{ text: "Only this" }] } });
    await decomposed();
    const only = await ask();
    const usage = { ...(await stored()).usage, calls: 3, inputTokens: 500 };
    await functions.repositories.jobs.addUsage(tenantId, JobId.parse(only.jobId), { usage, role: "agent" });
    await end(only.jobId, "succeeded");
    await ask({ jobId: only.jobId });
    await finished({ verdict: "none" });
    expect(await stored()).toMatchObject({
      usage: { calls: 3, inputTokens: 500 },
      usageByRole: { agent: { calls: 3 } },
    });
  });

  it.each([
    [{ state: "AcquireDevice", error: "States.Timeout", cause: "" }, "inconclusive", /No device became free/],
    [{ state: "DecomposeTask", error: "JobCancelled", cause: "" }, "cancelled", /./],
    [{ state: "SetUpDevice", error: "DeviceDisconnected", cause: "" }, "inconclusive", /SetUpDevice failed/],
  ])("says of %j that it is %s", async (failure, outcome, reason) => {
    await create({ workflow: three });
    await decomposed();
    expect(await finished({ failure })).toMatchObject({ outcome, reason: expect.stringMatching(reason) });
  });
});
