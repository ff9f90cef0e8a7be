import { describe, expect, it } from "vitest";
import { handler as decompose } from "#functions/decompose-task.ts";
import { handler as finish } from "#functions/finish-workflow.ts";
import { handler as next } from "#functions/next-subtask.ts";
import { Lease } from "#shared/contracts/device/lease.ts";
import { JobRequest } from "#shared/contracts/job/job-request.ts";
import { JobId } from "#shared/contracts/values/ids.ts";
import { functions, jobId, withFunctions } from "../../functions/job-per-test.ts";
import { invoke, startedAt } from "../../functions/start-functions.ts";
import { sampleJob, tenantId } from "../../shared/storage/sample-records.ts";

withFunctions();

const lease = Lease.parse({
  deviceId: "host-1.phone-1",
  hostId: "host-1",
  epoch: 7,
  acquiredAt: startedAt,
  commandQueueUrl: "http://127.0.0.1:4566/000000000000/drover_test_acme_host_host-1",
  screen: { width: 1080, height: 2400 },
});
const settings = "com.android.settings";
const clock = "com.android.deskclock";
const bluetooth = { kind: "setting", namespace: "global", key: "bluetooth_on", equals: "1" };
const split = {
  first: { app: settings, task: "Turn on Bluetooth", validators: [bluetooth], limits: { maxSteps: 7 } },
  second: { app: clock, task: "Set an alarm for 7:30", background: "A test phone." },
};
const input = () => ({ schemaVersion: 1, tenantId, jobId });
const stored = async (id = jobId) => {
  const job = await functions.repositories.jobs.get(tenantId, id);
  if (job === null) throw new Error(`no job ${id}`);
  return job;
};
async function decomposed(change: Record<string, unknown> = {}) {
  await functions.repositories.jobs.create(
    sampleJob({ jobId, status: "running", workflow: { split }, ...change }),
  );
  await invoke(decompose, input());
}
interface Turn {
  readonly route: string;
  readonly first: string;
  readonly second: string;
}
const ask = async (more: object = {}) =>
  (await invoke(next, {
    ...input(),
    lease,
    alreadySatisfied: false,
    ended: null,
    split: false,
    ...more,
  })) as Turn;
const windows = ({ first, second }: Turn, error: string | null = null) => ({
  split: true,
  windows: { first: { jobId: first, error }, second: { jobId: second, error: null } },
});
const end = (id: string, outcome: "succeeded" | "failed" | "over_budget") =>
  functions.repositories.jobs.finish({
    tenantId,
    jobId: JobId.parse(id),
    at: startedAt,
    outcome,
    outcomeReason: `It ${outcome}.`,
  });
const finished = (more = {}) =>
  invoke(finish, { ...input(), verdict: null, clean: true, failure: null, alreadySatisfied: false, ...more });

describe("the request of two tasks side by side", () => {
  const problems = (workflow: object) =>
    JobRequest.safeParse({ task: "Two things", workflow }).error?.issues.map(({ message }) => message);

  it("is taken with its windows' own checks and limits", () => {
    expect(problems({ split })).toBeUndefined();
  });

  it("is refused with parts in order besides, with one app twice, and with one window", () => {
    expect(problems({ split, subtasks: [{ text: "Fly" }] })).toEqual([
      "has 'subtasks' and 'split': parts run in order, or two at once side by side",
    ]);
    const twice = { first: split.first, second: { ...split.second, app: "COM.android.settings" } };
    expect(problems({ split: twice })).toEqual([
      "must have two different apps, but both windows show the same one",
    ]);
    expect(problems({ split: { first: split.first } })).toHaveLength(1);
  });
});

describe("the parts of a split screen", () => {
  it("[spec R10] are two, known by window and app before a device is taken, and no model makes them", async () => {
    await decomposed();
    expect((await stored()).taskSteps).toMatchObject([
      { index: 1, window: "first", app: settings, text: "Turn on Bluetooth", status: "pending" },
      { index: 2, window: "second", app: clock, background: "A test phone.", status: "pending" },
    ]);
    expect(functions.model.requests).toEqual([]);
  });

  it("[spec R10] begin with the split itself; then each is a job in its window, with half of what may be spent", async () => {
    await decomposed({ background: "Be quick." });
    expect(await ask()).toEqual({ route: "split", apps: { first: settings, second: clock } });
    const turn = await ask({ split: true });
    expect(await ask({ split: true }), "asked again").toEqual(turn);
    const whole = await stored();
    const first = await stored(JobId.parse(turn.first));
    expect(first).toMatchObject({
      task: "Turn on Bluetooth",
      parentJobId: jobId,
      window: "first",
      validators: [bluetooth],
      limits: { maxSteps: 7, maxTokens: Math.floor(whole.limits.maxTokens / 2) },
    });
    expect(first.background).toContain(`Yours shows the app ${settings}`);
    expect(first.background).toContain("Be quick.");
    expect(await stored(JobId.parse(turn.second))).toMatchObject({ window: "second", validators: [] });
    expect(whole.taskSteps).toMatchObject([
      { status: "running", attempts: 1, jobIds: [turn.first] },
      { status: "running", attempts: 1, jobIds: [turn.second] },
    ]);
  });

  it("are not begun when the workflow was cancelled, or all that it asks for was there before", async () => {
    await decomposed();
    expect(await ask({ alreadySatisfied: true })).toEqual({ route: "judge" });
    await functions.repositories.jobs.cancel(tenantId, jobId, startedAt);
    expect(await ask({ split: true })).toEqual({ route: "release" });
  });

  it("[spec R10] have both to succeed before the whole is judged", async () => {
    await decomposed();
    const turn = await ask({ split: true });
    await end(turn.first, "succeeded");
    await end(turn.second, "succeeded");
    expect(await ask(windows(turn))).toEqual({ route: "judge" });
    expect(await ask(windows(turn)), "asked again").toEqual({ route: "judge" });
    expect(await finished({ verdict: "passed" })).toMatchObject({ outcome: "succeeded" });
  });

  it("[spec R10] name the window that did not succeed", async () => {
    await decomposed();
    const turn = await ask({ split: true });
    await end(turn.first, "succeeded");
    await end(turn.second, "failed");
    expect(await ask(windows(turn))).toEqual({ route: "release" });
    expect((await stored()).taskSteps).toMatchObject([
      { status: "complete" },
      { status: "failed", errors: ["failed: It failed."] },
    ]);
    expect(await finished()).toEqual({
      jobId,
      outcome: "failed",
      reason: `Part 2 of 2, ${clock} in the second window, did not succeed: failed: It failed.`,
    });
  });

  it("name both when neither succeeded, one of them because its execution broke off", async () => {
    await decomposed();
    const turn = await ask({ split: true });
    await end(turn.second, "failed");
    expect(await ask(windows(turn, "States.TaskFailed"))).toEqual({ route: "release" });
    expect(await stored(JobId.parse(turn.first))).toMatchObject({
      status: "finished",
      outcome: "inconclusive",
    });
    const { outcome, reason } = (await finished()) as { outcome: string; reason: string };
    expect(outcome).toBe("failed");
    expect(reason).toMatch(
      /first window, did not succeed: inconclusive: .*second window, did not succeed: failed/,
    );
  });

  it("are left when the screen could not be split, and the end says why", async () => {
    await decomposed();
    const failure = { state: "SplitScreen", error: "DeviceUnsupported", cause: "" };
    expect(await finished({ failure })).toMatchObject({
      outcome: "inconclusive",
      reason: expect.stringContaining("The state SplitScreen failed with DeviceUnsupported."),
    });
  });
});
