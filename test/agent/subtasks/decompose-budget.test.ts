import { describe, expect, it } from "vitest";
import { noUsage } from "#agent/model-calls/usage.ts";
import { handler as decompose } from "#functions/decompose-task.ts";
import { runtimeFor } from "#functions/runtime/runtime.ts";
import { plainLines, startBatch } from "../../batches/items/batch-world.ts";
import { functions, jobId, withFunctions } from "../../functions/job-per-test.ts";
import { invoke } from "../../functions/start-functions.ts";
import { sampleJob, tenantId } from "../../shared/storage/sample-records.ts";

withFunctions();

const asksToSplit = () => functions.model.requests.filter((request) => request.includes("submit_subtasks"));
const stored = () => functions.repositories.jobs.get(tenantId, jobId);
const task = "Turn on Bluetooth, then set an alarm";
const decomposed = () => invoke(decompose, { schemaVersion: 1, tenantId, jobId });

/** A workflow in a batch that may use so many tokens. */
async function inBatch(tokens: number) {
  const batch = await startBatch(functions, plainLines(1), { budget: { tokens } });
  const sharedBudget = { batchId: batch.batchId, dimensions: ["tokens" as const] };
  await functions.repositories.jobs.create(
    sampleJob({ jobId, status: "running", workflow: {}, task, sharedBudget }),
  );
  return batch;
}

describe("the decomposer's call", () => {
  it("takes what it may use from the batch's budget before it is made", async () => {
    const batch = await inBatch(1_000_000);
    functions.model.answer({ action: "submit_subtasks", subtasks: ["Turn on Bluetooth", "Set an alarm"] });
    const before = asksToSplit().length;
    await decomposed();
    expect(asksToSplit().length).toBe(before + 1);
    expect((await stored())?.granted.tokens).toBeGreaterThan(0);
    const shards = await functions.repositories.budgets.shardsOf(tenantId, `batch.${batch.batchId}`);
    expect(shards.reduce((sum, { granted }) => sum + granted.tokens, 0)).toBeGreaterThan(0);
  });

  it("is not made when the batch's budget has no room for it, and the job says so", async () => {
    await inBatch(10);
    const before = asksToSplit().length;
    await decomposed();
    expect(asksToSplit().length).toBe(before);
    const job = await stored();
    expect(job?.taskSteps?.map(({ text }) => text)).toEqual([task]);
    expect(job?.decomposition?.detail).toContain("The budget of its batch is 10 tokens");
  });

  it("waits for its turn while a rate limit is used up, instead of leaving the task whole", async () => {
    await functions.repositories.jobs.create(sampleJob({ jobId, status: "running", workflow: {}, task }));
    const { governor } = runtimeFor("decompose-task");
    const asked = { tenantId, service: functions.model.url, model: "practice-1" };
    const requests = { limit: 60, remaining: 0, perMinute: 60 };
    await governor.served(asked, { usage: noUsage, rateLimits: { requests } });
    await governor.permit(asked, { waits: true });
    await expect(decomposed()).rejects.toMatchObject({ name: "AllowanceUsed" });
    expect((await stored())?.taskSteps).toBeUndefined();
  });
});
