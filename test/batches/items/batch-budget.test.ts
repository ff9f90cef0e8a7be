import { expect, it } from "vitest";
import { turnBudget } from "#agent/budget/turn-budget.ts";
import { noUsage } from "#agent/model-calls/usage.ts";
import { runtimeFor } from "#functions/runtime/runtime.ts";
import { JobId } from "#shared/contracts/values/ids.ts";
import { functions, withFunctions } from "../../functions/job-per-test.ts";
import { startBatch, tenantId } from "./batch-world.ts";

withFunctions();

const lines = ["one", "two"].map((taskId) => ({ taskId, request: { task: "Turn on Bluetooth" } }));

it("begins no job when its batch's budget is used up, and settles what each job took", async () => {
  const batch = await startBatch(functions, lines, { budget: { steps: 1 } });
  const entries = await batch.entriesOf(await batch.prepare());
  const [first, second] = entries;
  if (first === undefined || second === undefined) throw new Error("the round has too few lines");
  const begun = await batch.take(first);
  expect(begun.route).toBe("run");
  const jobId = JobId.parse(begun.jobId);
  const { jobs, budgets } = functions.repositories;
  const job = await jobs.get(tenantId, jobId);
  expect(job?.sharedBudget).toEqual({ batchId: batch.batchId, dimensions: ["steps"] });
  if (job === null) throw new Error("the job is not stored");
  const runtime = runtimeFor("predict-action");
  expect(await turnBudget(job, 1, runtime)).toBeNull();
  await jobs.recordTurn({ tenantId, jobId, stepNumber: 1, usage: noUsage });
  expect(await batch.take(second)).toMatchObject({
    route: "wait",
    result: { status: "untouched" },
  });
  expect(await turnBudget({ ...job, granted: { ...job.granted, steps: 1 } }, 2, runtime)).toMatchObject({
    reason: "budget",
  });
  await batch.endJob(jobId, "over_budget");
  await batch.settle(first, jobId);
  const shards = await budgets.shardsOf(tenantId, `batch.${batch.batchId}`);
  expect(shards.reduce((sum, { settled }) => sum + settled.steps, 0)).toBe(1);
  expect(await batch.take(second)).toMatchObject({
    route: "end",
    result: { reason: "The batch's budget of 1 steps is used up." },
  });
});
