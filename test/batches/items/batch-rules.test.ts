import { describe, expect, it } from "vitest";
import { batchProgress } from "#batches/items/batch-progress.ts";
import type { BatchLine } from "#shared/contracts/batch/batch-line.ts";
import { taskTimeKey } from "#shared/storage/jobs/task-history-repository.ts";
import { functions, withFunctions } from "../../functions/job-per-test.ts";
import { type BatchUnderTest, firstRound, plainLines, startBatch, tenantId } from "./batch-world.ts";
import { useStep } from "./use-step.ts";

withFunctions();

const steering = (batch: BatchUnderTest, change: object) => batch.change(change as never);
const now = () => functions.clock.now.toISOString();
const line = (taskId: string, more: object = {}) => ({ taskId, request: { task: `Do ${taskId}` }, ...more });
const outcomesOf = async (batch: BatchUnderTest) =>
  (await batch.items()).map(({ status, attempts }) => attempts.at(-1)?.outcome ?? status);

describe("what is tried again", () => {
  it("with the strategy isolated runs alone, when all else has ended", async () => {
    const batch = await startBatch(functions, plainLines(4), {
      retry: { inconclusive: 1, strategy: "isolated" },
    });
    await batch.runToEnd(({ taskId }, attempt) =>
      attempt === 1 && ["task-1", "task-3"].includes(taskId) ? "inconclusive" : "succeeded",
    );
    expect(batch.rounds).toEqual([
      { kind: "whole", concurrency: 100, lines: [1, 2, 3, 4] },
      { kind: "alone", concurrency: 1, lines: expect.arrayContaining([1, 3]) },
    ]);
    expect(await batch.counts()).toMatchObject({ outcomes: { succeeded: 4 }, attempts: 6, deferred: 0 });
  });

  it("with the strategy otherHost is told which hosts it was on", async () => {
    const batch = await startBatch(functions, plainLines(1), {
      retry: { inconclusive: 1, strategy: "otherHost" },
    });
    await batch.runToEnd((_line, attempt) => (attempt === 1 ? "inconclusive" : "succeeded"));
    const [item] = await batch.items();
    const jobs = await Promise.all(
      (item?.attempts ?? []).map(({ jobId }) => functions.repositories.jobs.get(tenantId, jobId)),
    );
    expect(jobs.map((job) => job?.excludedHosts)).toEqual([undefined, ["host-a"]]);
  });

  it("is what somebody asked for, with all attempts kept, and the rule counts anew", async () => {
    const batch = await startBatch(functions, plainLines(2), { retry: { inconclusive: 0 } });
    await batch.runToEnd(({ taskId }) => (taskId === "task-1" ? "failed" : "succeeded"));
    functions.clock.now = new Date(functions.clock.now.getTime() + 1_000);
    const startedAt = now();
    await steering(batch, {
      status: "running",
      run: 2,
      startedAt,
      retries: [{ at: startedAt, which: "failed" }],
    });
    functions.clock.now = new Date(functions.clock.now.getTime() + 1_000);
    await batch.runToEnd(() => "succeeded", 2);
    // Its rates are of this run alone.
    expect((await batch.batch()).before).toEqual({ startedAt, jobs: 2, steps: 0 });
    const [first, second] = await batch.items();
    expect(first?.attempts.map(({ outcome }) => outcome)).toEqual(["failed", "succeeded"]);
    expect(second?.attempts).toHaveLength(1);
    expect(await batch.counts()).toMatchObject({ outcomes: { succeeded: 2 }, attempts: 3 });
    expect(await batch.batch()).toMatchObject({ status: "finished" });
  });
});

describe("what must have succeeded before", () => {
  const withLogin = [
    line("buy", { prerequisite: "login" }),
    line("pay", { prerequisite: "buy" }),
    line("login"),
  ];

  it("runs first, whatever the order of the lines", async () => {
    const batch = await startBatch(functions, withLogin);
    await batch.runToEnd();
    expect(batch.rounds.map(({ lines }) => lines)).toEqual([[3, 1, 2]]);
    expect(await outcomesOf(batch)).toEqual(["succeeded", "succeeded", "succeeded"]);
  });

  it("leaves out what needs it when it did not succeed, with the reason, and what needs that", async () => {
    const batch = await startBatch(functions, withLogin);
    await batch.runToEnd(({ taskId }) => (taskId === "login" ? "failed" : "succeeded"));
    expect((await batch.items()).map(({ reason }) => reason)).toEqual([
      "It needs login, which did not succeed: failed.",
      "It needs buy, which was skipped.",
      undefined,
    ]);
    expect(await batch.counts()).toMatchObject({ outcomes: { failed: 1 }, skipped: 2, attempts: 1 });
  });

  it("runs what needed it after all, when it succeeds in the end", async () => {
    const batch = await startBatch(functions, withLogin);
    await batch.runToEnd(({ taskId }) => (taskId === "login" ? "failed" : "succeeded"));
    functions.clock.now = new Date(functions.clock.now.getTime() + 1_000);
    await steering(batch, { status: "running", run: 2, retries: [{ at: now(), which: "failed" }] });
    functions.clock.now = new Date(functions.clock.now.getTime() + 1_000);
    await batch.runToEnd(() => "succeeded", 2);
    expect(await batch.counts()).toMatchObject({ outcomes: { succeeded: 3 }, skipped: 0, attempts: 4 });
  });

  it("is waited for: a child that comes too early leaves its line to the next round", async () => {
    const batch = await startBatch(functions, withLogin);
    const [login, buy] = await batch.entriesOf(await batch.prepare());
    if (login === undefined || buy === undefined) throw new Error("no entries");
    expect(await batch.take(buy)).toMatchObject({ route: "end", result: { status: "untouched" } });
    expect(await batch.items()).toEqual([]);
  });

  it("cannot be had where the batch does not have it, or where tasks wait for each other", async () => {
    const circle = [line("a", { prerequisite: "b" }), line("b", { prerequisite: "a" })];
    const batch = await startBatch(functions, [line("x", { prerequisite: "nowhere" }), ...circle]);
    await batch.runToEnd();
    expect(await outcomesOf(batch)).toEqual(["skipped", "skipped", "skipped"]);
    expect(await batch.batch()).toMatchObject({ status: "finished" });
  });
});

describe("a batch that is steered", () => {
  it("waits while it is paused, child and round alike, and goes on", async () => {
    const batch = await startBatch(functions, plainLines(1));
    const [entry] = await batch.entriesOf(await batch.prepare());
    if (entry === undefined) throw new Error("no entry");
    await steering(batch, { status: "paused", statusReason: "lunch (ann)" });
    expect(await batch.take(entry)).toMatchObject({ route: "wait", seconds: 10, looks: 1 });
    // After its looks are used up the child gives its slot back, and the line is as it was.
    expect(await batch.take(entry, { looks: 400 })).toMatchObject({
      route: "end",
      result: { status: "untouched" },
    });
    expect(await batch.prepare()).toMatchObject({ route: "wait", seconds: 5, detail: "lunch (ann)" });
    expect(await batch.prepare({ ...firstRound, looks: 400 })).toMatchObject({
      route: "continue",
      nextRun: 2,
    });
    await steering(batch, { status: "running" });
    await batch.runToEnd(() => "succeeded", 2);
    expect(await outcomesOf(batch)).toEqual(["succeeded"]);
  });

  it("lets the lines of a paused variant wait and runs the others", async () => {
    const both = [line("a"), line("a", { variant: "b" })];
    const batch = await startBatch(functions, both);
    await steering(batch, { pausedVariants: ["b"] });
    const last = await batch.runToEnd();
    expect(last).toMatchObject({ route: "wait", detail: "Lines that wait for a variant that is paused: 1." });
    expect(await batch.batch()).toMatchObject({ status: "running", statusReason: last.detail });
    await steering(batch, { pausedVariants: [] });
    await batch.runToEnd();
    expect(await outcomesOf(batch)).toEqual(["succeeded", "succeeded"]);
  });

  it.each(["cancelling", "stopped"] as const)("%s: takes no line more and ends as cancelled", async (how) => {
    const batch = await startBatch(functions, plainLines(3));
    const [first, second] = await batch.entriesOf(await batch.prepare());
    if (first === undefined || second === undefined) throw new Error("no entries");
    const begun = await batch.take(first);
    functions.clock.now = new Date(functions.clock.now.getTime() + 1_000);
    if (how === "cancelling")
      await steering(batch, { status: "cancelling", statusReason: "wrong file (ann)" });
    else await functions.repositories.farmSwitch.stop(tenantId, "fire", now());
    expect(await batch.take(second)).toMatchObject({ route: "end", result: { status: "untouched" } });
    // What runs is settled, and an inconclusive one is not tried again.
    await batch.endJob(begun.jobId ?? "", "inconclusive");
    expect(await batch.settle(first, begun.jobId)).toMatchObject({
      route: "end",
      result: { outcome: "inconclusive" },
    });
    await functions.repositories.farmSwitch.resume(tenantId, now());
    const next = await batch.prepare();
    expect(next.route).toBe("finish");
    expect(await batch.finish(next.revision)).toMatchObject({ route: "ended", status: "cancelled" });
    const cause = how === "cancelling" ? "cancelled" : "killSwitch";
    expect(await batch.counts()).toMatchObject({
      outcomes: { inconclusive: 1 },
      attempts: 1,
      skipped: 2,
      skippedFor: { [cause]: 2 },
    });
    const { share, pending } = batchProgress(await batch.batch(), await batch.counts(), functions.clock.now);
    expect({ share, pending }).toEqual({ share: 1, pending: 0 });
  });

  it("cancelled while a job was left behind waits for that job, and what was to be tried again has ended", async () => {
    const batch = await startBatch(functions, plainLines(3));
    const [first, second] = await batch.entriesOf(await batch.prepare());
    if (first === undefined || second === undefined) throw new Error("no entries");
    const left = await batch.take(first);
    const failing = await batch.take(second);
    await batch.endJob(failing.jobId ?? "", "inconclusive");
    expect(await batch.settle(second, failing.jobId)).toMatchObject({ result: { status: "deferred" } });
    await steering(batch, { status: "cancelling", statusReason: "wrong file (ann)" });
    const round = await batch.prepare();
    expect((await batch.entriesOf(round)).map(({ line: number }) => number)).toEqual([first.line]);
    expect(await batch.take(first)).toMatchObject({ route: "run", jobId: left.jobId });
    await batch.endJob(left.jobId ?? "", "cancelled");
    await batch.settle(first, left.jobId);
    expect(await batch.prepare(round.progress)).toMatchObject({ route: "finish" });
    expect(await batch.counts()).toMatchObject({
      running: 0,
      deferred: 0,
      outcomes: { cancelled: 1, inconclusive: 1 },
      skippedFor: { cancelled: 1 },
    });
  });

  it("says that it is paused when its budget is used up, and goes on by itself when that is raised", async () => {
    const batch = await startBatch(functions, plainLines(2), { budget: { steps: 1, onBreach: "pause" } });
    const [entry] = await batch.entriesOf(await batch.prepare());
    if (entry === undefined) throw new Error("no entry");
    await useStep(batch.batchId);
    expect(await batch.take(entry)).toMatchObject({ route: "wait" });
    const reason = "The batch's budget of 1 steps is used up. It continues when the budget is raised.";
    expect(await batch.batch()).toMatchObject({
      status: "paused",
      statusReason: reason,
      pausedFor: "budget",
    });
    expect(await batch.prepare()).toMatchObject({ route: "wait", detail: reason });
    const { settings } = await batch.batch();
    await steering(batch, { settings: { ...settings, budget: { ...settings.budget, steps: 100 } } });
    await batch.runToEnd();
    const stored = await batch.batch();
    expect(stored).toMatchObject({ status: "finished" });
    expect(stored.pausedFor).toBeUndefined();
    expect(await outcomesOf(batch)).toEqual(["succeeded", "succeeded"]);
  });

  it("is looked at again when it was given more while it was being ended", async () => {
    const batch = await startBatch(functions, plainLines(1));
    await batch.runToEnd(() => "succeeded");
    await steering(batch, { status: "running" });
    const next = await batch.prepare();
    await steering(batch, { statusReason: "more lines" });
    expect(await batch.finish(next.revision)).toMatchObject({ route: "again" });
    expect(await batch.batch()).toMatchObject({ status: "running" });
  });
});

describe("the order of a round", () => {
  it("begins with what took longest before, and takes what was never run for usual", async () => {
    const times: Readonly<Record<string, number>> = { quick: 1_000, slow: 60_000, middle: 30_000 };
    const batch = await startBatch(
      functions,
      ["quick", "new", "slow", "middle"].map((task) => line(task)),
    );
    for (const [task, milliseconds] of Object.entries(times))
      await functions.repositories.taskHistory.note(
        tenantId,
        taskTimeKey(task as BatchLine["taskId"], "default" as BatchLine["variant"]),
        milliseconds,
      );
    const entries = await batch.entriesOf(await batch.prepare());
    expect(entries.map(({ line: number }) => batch.lines[number - 1]?.taskId)).toEqual([
      "slow",
      "new",
      "middle",
      "quick",
    ]);
  });

  it("a round that does nothing is not tried without end", async () => {
    const batch = await startBatch(functions, plainLines(1));
    let next = await batch.prepare();
    for (let rounds = 1; rounds < 4; rounds += 1) next = await batch.prepare(next.progress);
    expect(next).toMatchObject({ route: "wait", progress: { vain: 3 } });
  });
});
