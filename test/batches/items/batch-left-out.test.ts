import { describe, expect, it } from "vitest";
import { batchProgress } from "#batches/items/batch-progress.ts";
import { functions, withFunctions } from "../../functions/job-per-test.ts";
import { type BatchUnderTest, plainLines, startBatch } from "./batch-world.ts";
import { useStep } from "./use-step.ts";

withFunctions();

const steering = (batch: BatchUnderTest, change: object) => batch.change(change as never);
const now = () => functions.clock.now.toISOString();
const line = (taskId: string, more: object = {}) => ({ taskId, request: { task: `Do ${taskId}` }, ...more });
/** So many repetitions of each task. */
const repeated = (tasks: readonly string[], epochs: number) =>
  Array.from({ length: epochs }, (_, index) => tasks.map((task) => line(task, { epoch: index + 1 }))).flat();

describe("what is not worth running", () => {
  it("is the rest of a batch in which too much failed: it ends, and each line that was left says why", async () => {
    const batch = await startBatch(functions, plainLines(10), { stop: { failureRate: 0.5, after: 2 } });
    await batch.runToEnd(() => "failed");
    const reason = "2 of 2 ended jobs failed or were inconclusive, more than 50 %.";
    expect(await batch.counts()).toMatchObject({
      outcomes: { failed: 2 },
      attempts: 2,
      skipped: 8,
      skippedFor: { stopped: 8 },
    });
    expect((await batch.items()).slice(2).map((item) => [item.skippedFor, item.reason])).toEqual(
      Array(8).fill(["stopped", reason]),
    );
    const stored = await batch.batch();
    expect(stored).toMatchObject({ status: "finished", statusReason: reason });
    expect(batchProgress(stored, await batch.counts(), functions.clock.now)).toMatchObject({
      share: 1,
      pending: 0,
    });
  });

  it("keeps its tags and weight, though nobody read its line", async () => {
    const tagged = [line("a"), line("b", { tags: ["smoke", "slow"], weight: 3 }), line("c")];
    const batch = await startBatch(functions, tagged, { budget: { steps: 1 } });
    await useStep(batch.batchId);
    await batch.runToEnd();
    expect((await batch.items()).map(({ status, tags, weight }) => [status, tags, weight])).toEqual([
      ["skipped", [], 1],
      ["skipped", ["smoke", "slow"], 3],
      ["skipped", [], 1],
    ]);
  });

  it("is what a budget left over, and all of it when lines are sent again after that", async () => {
    const batch = await startBatch(functions, plainLines(3), { budget: { steps: 1 } });
    await useStep(batch.batchId);
    await batch.runToEnd();
    expect(await batch.counts()).toMatchObject({ skipped: 3, skippedFor: { budget: 3 }, attempts: 0 });
    expect(await batch.batch()).toMatchObject({
      status: "finished",
      statusReason: "The batch's budget of 1 steps is used up.",
    });
    // A run that somebody asked for something else leaves them as they are.
    const { settings } = await batch.batch();
    const raised = { ...settings, budget: { ...settings.budget, steps: 100 } };
    await steering(batch, { status: "running", run: 2, settings: raised });
    await batch.runToEnd(() => "succeeded", 2);
    expect(await batch.counts()).toMatchObject({ skipped: 3, attempts: 0 });
    functions.clock.now = new Date(functions.clock.now.getTime() + 1_000);
    const submissions = [{ at: now(), kept: 3, new: 0 }];
    await steering(batch, { status: "running", run: 3, submissions });
    await batch.runToEnd(() => "succeeded", 3);
    expect(await batch.counts()).toMatchObject({ skipped: 0, skippedFor: {}, outcomes: { succeeded: 3 } });
    expect((await batch.items())[0]).not.toHaveProperty("skippedFor");
  });

  it("is not what the rule for enough left out, when the rule is taken away", async () => {
    const batch = await startBatch(functions, repeated(["a"], 4), { stopWhen: { agree: 2 } });
    await batch.runToEnd();
    expect(await batch.counts()).toMatchObject({ skipped: 2, skippedFor: { enough: 2 } });
    const { stopWhen: _rule, ...settings } = (await batch.batch()).settings;
    await steering(batch, { status: "running", run: 2, settings });
    await batch.runToEnd(() => "succeeded", 2);
    expect(await batch.counts()).toMatchObject({ skipped: 0, outcomes: { succeeded: 4 } });
  });

  it("is a repetition of a task whose last ones ended alike", async () => {
    const batch = await startBatch(functions, repeated(["a", "b"], 5), { stopWhen: { agree: 2 } });
    await batch.runToEnd(({ taskId, epoch }) => (taskId === "b" && epoch === 1 ? "failed" : "succeeded"));
    expect(batch.rounds.map(({ kind, lines }) => [kind, lines.length])).toEqual([
      ["epochs", 4],
      ["epochs", 1],
    ]);
    const items = await batch.items();
    expect(items.filter(({ skippedFor }) => skippedFor === "enough")).toHaveLength(5);
    expect(items.find(({ taskId, epoch }) => taskId === "a" && epoch === 3)).toMatchObject({
      status: "skipped",
      reason: "The last 2 repetitions had the same outcome: succeeded.",
    });
    const { resultKeys } = await batch.batch();
    const text = await functions.storage.artifacts.getText(resultKeys.statistics ?? "");
    // A job costs 10 cents here: that is what five of them saved.
    expect(JSON.parse(text).earlyStops).toMatchObject({ items: 5, savedUsd: 0.5 });
  });

  it("is a repetition when the variant's success rate is known well enough", async () => {
    const batch = await startBatch(functions, repeated(["a", "b", "c", "d"], 3), { stopWhen: { ci: 0.3 } });
    await batch.runToEnd();
    expect(await batch.counts()).toMatchObject({ outcomes: { succeeded: 4 }, skipped: 8 });
  });
});
