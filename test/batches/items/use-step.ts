import { closeGrant } from "#agent/budget/close-grant.ts";
import { turnBudget } from "#agent/budget/turn-budget.ts";
import { noUsage } from "#agent/model-calls/usage.ts";
import { runtimeFor } from "#functions/runtime/runtime.ts";
import { type BatchId, JobId } from "#shared/contracts/values/ids.ts";
import { sampleJob, tenantId } from "../../shared/storage/sample-records.ts";

/** As if a job that has ended had taken a step of the batch's budget. */
export async function useStep(batchId: BatchId): Promise<void> {
  const runtime = runtimeFor("predict-action");
  const { jobs } = runtime.repositories;
  const sharedBudget = { batchId, dimensions: ["steps" as const] };
  const job = sampleJob({ jobId: JobId.parse(runtime.newId()), sharedBudget });
  await jobs.create(job);
  await turnBudget(job, 1, runtime);
  await jobs.recordTurn({ tenantId, jobId: job.jobId, stepNumber: 1, usage: noUsage });
  await closeGrant(job, runtime);
}
