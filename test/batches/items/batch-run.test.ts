import { describe, expect, it } from "vitest";
import { countsOf, flatCounts, sumCounts } from "#shared/rules/batch/item-counts.ts";
import { functions, withFunctions } from "../../functions/job-per-test.ts";
import { plainLines, startBatch, tenantId } from "./batch-world.ts";

withFunctions();

describe("a batch", () => {
  it("runs each line once, is finished, and has its statistics and its rounds' results", async () => {
    const batch = await startBatch(functions, plainLines(5));
    const last = await batch.runToEnd();
    expect(last.route).toBe("finish");
    expect(batch.rounds).toEqual([{ kind: "whole", concurrency: 100, lines: [1, 2, 3, 4, 5] }]);
    expect((await batch.items()).map(({ status }) => status)).toEqual(Array(5).fill("ended"));
    expect(await batch.counts()).toMatchObject({
      running: 0,
      outcomes: { succeeded: 5 },
      attempts: 5,
      inputTokens: 500,
      costUsd: 0.5,
    });
    const stored = await batch.batch();
    expect(stored).toMatchObject({ status: "finished", finishedAt: expect.anything() });
    expect(Object.keys(stored.resultKeys).sort()).toEqual(["round-1-1", "statistics"]);
    const text = await functions.storage.artifacts.getText(stored.resultKeys.statistics ?? "");
    expect(JSON.parse(text)).toMatchObject({ items: { lines: 5, ended: 5 }, all: { success: { rate: 1 } } });
  });

  it("gives each job the tags of its line beside those of its request", async () => {
    const request = { task: "Do it", tags: ["request", "both"] };
    const batch = await startBatch(functions, [{ taskId: "tagged", request, tags: ["line", "both"] }]);
    await batch.runToEnd();
    const [item] = await batch.items();
    const job = await functions.repositories.jobs.get(tenantId, item?.attempts[0]?.jobId as never);
    expect(job?.tags.toSorted()).toEqual(["both", "line", "request"]);
  });

  it("tries what was inconclusive again by rule, never what the agent failed, and keeps all attempts", async () => {
    const batch = await startBatch(functions, plainLines(3), { retry: { inconclusive: 2 } });
    await batch.runToEnd(({ taskId }, attempt) =>
      taskId === "task-1" ? "failed" : taskId === "task-2" && attempt < 3 ? "inconclusive" : "succeeded",
    );
    const items = await batch.items();
    expect(items.map(({ attempts }) => attempts.map(({ outcome }) => outcome))).toEqual([
      ["failed"],
      ["inconclusive", "inconclusive", "succeeded"],
      ["succeeded"],
    ]);
    expect(await batch.counts()).toMatchObject({ outcomes: { succeeded: 2, failed: 1 }, attempts: 5 });
    // Each attempt is a job of its own that knows its place.
    const jobs = await Promise.all(
      (items[1]?.attempts ?? []).map(({ jobId }) => functions.repositories.jobs.get(tenantId, jobId)),
    );
    expect(jobs.map((job) => job?.batch?.attempt)).toEqual([1, 2, 3]);
  });

  it("ends a job whose execution broke off as inconclusive: every job has exactly one outcome", async () => {
    const batch = await startBatch(functions, plainLines(1), { retry: { inconclusive: 0 } });
    await batch.runToEnd(() => "lost");
    const [item] = await batch.items();
    expect(item?.attempts).toMatchObject([
      { outcome: "inconclusive", outcomeReason: expect.stringContaining("States.TaskFailed") },
    ]);
    const job = await functions.repositories.jobs.get(tenantId, item?.attempts[0]?.jobId as never);
    expect(job).toMatchObject({ status: "finished", outcome: "inconclusive" });
  });

  it("answers a repeated take with the same job and a repeated settle with the same end, counted once", async () => {
    const batch = await startBatch(functions, plainLines(1));
    const [entry] = await batch.entriesOf(await batch.prepare());
    if (entry === undefined) throw new Error("no entry");
    const first = await batch.take(entry);
    expect(await batch.take(entry)).toEqual(first);
    await batch.endJob(first.jobId ?? "", "succeeded");
    const settled = await batch.settle(entry, first.jobId);
    expect(await batch.settle(entry, first.jobId)).toEqual(settled);
    expect(settled).toMatchObject({ route: "end", result: { status: "ended", outcome: "succeeded" } });
    expect(await batch.take(entry)).toMatchObject({ route: "end" });
    expect(await batch.counts()).toMatchObject({ running: 0, outcomes: { succeeded: 1 }, attempts: 1 });
  });

  it("goes on in another run with what an execution left behind", async () => {
    const batch = await startBatch(functions, plainLines(2));
    const [entry] = await batch.entriesOf(await batch.prepare());
    if (entry === undefined) throw new Error("no entry");
    const begun = await batch.take(entry);
    await batch.change({ run: 2 });
    expect(await batch.prepare()).toMatchObject({ route: "leave" });
    await batch.runToEnd(() => "succeeded", 2);
    const items = await batch.items();
    expect(items.map(({ attempts }) => attempts.length)).toEqual([1, 1]);
    expect(items[0]?.attempts[0]?.jobId).toBe(begun.jobId);
    const sums = sumCounts(items.map((item) => flatCounts(countsOf(item))));
    expect(await batch.counts()).toEqual(sums);
  });
});
