import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { batchBudgetState } from "#agent/budget/batch-budget-state.ts";
import { closeGrant } from "#agent/budget/close-grant.ts";
import { reserveCall } from "#agent/budget/reserve-call.ts";
import { turnBudget } from "#agent/budget/turn-budget.ts";
import { noUsage } from "#agent/model-calls/usage.ts";
import type { Batch } from "#shared/contracts/batch/batch.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { WebhookId } from "#shared/contracts/webhook/webhook.ts";
import { startedAt } from "../../functions/start-functions.ts";
import { jobIdOf } from "../../shared/storage/sample-records.ts";
import { type BudgetWorld, startBudgets } from "./budget-world.ts";

let world: BudgetWorld;
beforeAll(async () => {
  world = await startBudgets({ steps: 40 });
});
afterAll(() => world.close());
beforeEach(() => {
  world.functions.clock.now = new Date(startedAt);
});

const stored = async ({ tenantId, jobId }: Job): Promise<Job> => {
  const job = await world.functions.repositories.jobs.get(tenantId, jobId);
  if (job === null) throw new Error("the job is not stored");
  return job;
};
const call = { usd: 0.01, tokens: 1_000 };
const end = async (job: Job): Promise<void> => {
  const { tenantId, jobId } = job;
  const ended = { at: startedAt, outcome: "failed", outcomeReason: "The test ends it." } as const;
  await world.functions.repositories.jobs.finish({ tenantId, jobId, ...ended });
  await closeGrant(job, world.runtime);
};
const shardsOf = ({ tenantId, batchId }: Batch) =>
  world.functions.repositories.budgets.shardsOf(tenantId, `batch.${batchId}`);
/** Steps of one job after the other until a budget refuses; the sentence that it refuses with. */
async function stepsUntilRefused(batch: Batch, from: number): Promise<{ steps: number; why: string }> {
  let steps = 0;
  for (let n = from; ; n += 1) {
    const job = await world.newJob(batch, jobIdOf(n));
    const refused = await turnBudget(job, 1, world.runtime);
    if (refused !== null) return { steps, why: refused.detail };
    const turn = { tenantId: job.tenantId, jobId: job.jobId, stepNumber: 1 };
    await world.functions.repositories.jobs.recordTurn({ ...turn, usage: noUsage });
    await end(job);
    steps += 1;
  }
}

it("leaves nothing behind in a shard: every step of a budget is used", async () => {
  const batch = await world.newBatch({ steps: 13 });
  const { steps, why } = await stepsUntilRefused(batch, 100);
  expect(steps).toBe(13);
  expect(why).toBe(
    "The budget of its batch is 13 steps: 13 steps are used or reserved, and this job needs 1 steps more.",
  );
});

it("keeps to the tenant's budget of the day though the batch has more, and begins anew the next day", async () => {
  const batch = await world.newBatch({ steps: 100 });
  const { steps, why } = await stepsUntilRefused(batch, 200);
  expect(steps).toBe(40);
  expect(why).toContain("The tenant's budget of 2026-01-01 (budgets.perDay) is 40 steps");
  expect(await batchBudgetState(batch, world.runtime)).toMatchObject({
    may: "pause",
    reason: expect.stringContaining("00:00 UTC"),
  });
  world.functions.clock.now = new Date("2026-01-02T00:00:00.000Z");
  expect(await batchBudgetState(batch, world.runtime)).toEqual({ may: "go", reason: "" });
  expect((await stepsUntilRefused(batch, 300)).steps).toBe(40);
});

it("gives more at once when somebody raises the budget", async () => {
  const batch = await world.newBatch({ steps: 3, onBreach: "pause" });
  const raised = async (steps: number): Promise<Batch> => {
    const change = (now: Batch) => ({
      settings: { ...now.settings, budget: { ...now.settings.budget, steps } },
    });
    const { batches } = world.functions.repositories;
    return (await batches.change(batch.tenantId, batch.batchId, change)) ?? batch;
  };
  expect((await stepsUntilRefused(batch, 400)).steps).toBe(3);
  expect(await batchBudgetState(batch, world.runtime)).toEqual({
    may: "pause",
    pausedFor: "budget",
    reason: "The batch's budget of 3 steps is used up. It continues when the budget is raised.",
  });
  const more = await raised(5);
  expect(await batchBudgetState(more, world.runtime)).toMatchObject({ may: "go" });
  expect((await stepsUntilRefused(more, 450)).steps).toBe(2);
});

it("says whether a batch stops, or waits for what its jobs may give back", async () => {
  const batch = await world.newBatch({ costUsd: 0.05, onBreach: "stop" });
  const job = await world.newJob(batch, jobIdOf(500));
  const dear = { usd: 0.03, tokens: 100 };
  expect(await reserveCall(job, dear, world.runtime)).toBe(true);
  expect(await batchBudgetState(batch, world.runtime)).toMatchObject({
    may: "pause",
    reason: expect.stringContaining("reserved for its running jobs"),
  });
  const other = await world.newJob(batch, jobIdOf(501));
  await expect(reserveCall(other, dear, world.runtime)).rejects.toMatchObject({
    code: "BudgetExhausted",
    message: expect.stringMatching(/is \$0\.05: \$0\.03 are used or reserved.*needs \$0\.03 more/),
  });
  await world.functions.repositories.jobs.settle(job.tenantId, job.jobId, { usd: -0.02, tokens: 0 });
  await end(job);
  expect(await batchBudgetState(batch, world.runtime)).toMatchObject({ may: "go" });
  expect(await reserveCall(other, dear, world.runtime)).toBe(true);
  await end(other);
  expect(await batchBudgetState(batch, world.runtime)).toEqual({
    may: "stop",
    cause: "budget",
    reason: "The batch's budget of $0.05 is used up.",
  });
});

it("takes a chunk for several calls while there is plenty, so that the next ones write the job alone", async () => {
  const batch = await world.newBatch({ costUsd: 100 });
  let job = await world.newJob(batch, jobIdOf(600));
  let writes = 0;
  world.crashBy(() => {
    writes += 1;
    return null;
  });
  for (let calls = 0; calls < 8; calls += 1) {
    job = await stored(job);
    expect(await reserveCall(job, call, world.runtime)).toBe(true);
  }
  world.crashBy(() => null);
  // The first took a chunk with what it reserved; the others wrote the job alone.
  expect(writes).toBe(8);
  expect((await stored(job)).granted.usd).toBeCloseTo(0.08, 9);
  const granted = (await shardsOf(batch)).reduce((sum, shard) => sum + shard.granted.usd, 0);
  expect(granted).toBeCloseTo(0.08, 9);
});

it("grants nothing to a job whose grants were given back", async () => {
  const batch = await world.newBatch({ costUsd: 1 });
  const job = await world.newJob(batch, jobIdOf(700));
  expect(await reserveCall(job, call, world.runtime)).toBe(true);
  const before = await stored(job);
  await end(job);
  expect(await reserveCall(before, call, world.runtime)).toBe(false);
  expect((await stored(job)).spentUsd).toBe(0.01);
});

it("reads and writes nothing more for a job without such budgets", async () => {
  const job = await world.newJob(await world.newBatch({}), jobIdOf(800), { sharedBudget: undefined });
  let writes = 0;
  world.crashBy(() => {
    writes += 1;
    return null;
  });
  expect(await turnBudget(job, 1, world.runtime)).toBeNull();
  expect(await reserveCall(job, call, world.runtime)).toBe(true);
  await closeGrant(job, world.runtime);
  world.crashBy(() => null);
  expect(writes).toBe(1);
});

it("tells a webhook once of each limit that leaves no more, however many jobs it refuses", async () => {
  const batch = await world.newBatch({ steps: 2 });
  const { webhooks, webhookDeliveries } = world.functions.repositories;
  const { tenantId } = batch;
  const webhookId = WebhookId.parse("01W00000000000000000000001");
  await webhooks.create({
    ...{ schemaVersion: 1, tenantId, webhookId, url: "https://example.com/", events: ["budget.reached"] },
    ...{ description: "", enabled: true, createdAt: startedAt, updatedAt: startedAt },
  });
  await stepsUntilRefused(batch, 700);
  await stepsUntilRefused(batch, 720);
  await batchBudgetState(batch, world.runtime);
  const { items } = await webhookDeliveries.list({ tenantId, webhookId }, { limit: 10 });
  expect(items.map(({ event }) => event)).toMatchObject([
    {
      type: "budget.reached",
      data: { scope: "batch", batchId: batch.batchId, dimension: "steps", limit: 2 },
    },
  ]);
});
