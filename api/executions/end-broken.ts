import * as z from "zod";
import { endedJob } from "#agent/job/end-lost-job.ts";
import type { Services } from "#agent/runtime/services.ts";
import { breakOff } from "#batches/items/break-off.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { JobId, TenantId } from "#shared/contracts/values/ids.ts";
import { BatchExecutionInput } from "#shared/contracts/workflow/check-manifest.ts";
import { describeExecution } from "./describe-execution.ts";

/** `later`: not handled yet. `none`: nothing was open. */
export type BrokenEnd = "ended" | "none" | "later";

const JobInput = z.object({ tenantId: TenantId, jobId: JobId });
/** Strict: a round's child begins with more, and its item is its round's affair. */
const BatchInput = z.strictObject(BatchExecutionInput.shape);

/** An execution that failed. */
interface Broken {
  readonly executionArn: string;
  readonly error: string;
}

/** Ends what an execution left open. Idempotent. */
export async function endBroken(executionArn: string, runtime: Services): Promise<BrokenEnd> {
  const { is, input, words, isKept } = await describeExecution(executionArn, runtime);
  // It was redriven meanwhile, or is forgotten.
  if (is !== "broken") return "none";
  if (isKept) return "later";
  const broken = { executionArn, error: words };
  const given: unknown = JSON.parse(input);
  const batch = BatchInput.safeParse(given);
  if (batch.success) return endBatch(batch.data, broken, runtime);
  const job = JobInput.safeParse(given);
  return job.success ? endJob(job.data, broken, runtime) : "none";
}

async function endBatch(
  { tenantId, batchId, run, uploadId }: z.output<typeof BatchInput>,
  broken: Broken,
  runtime: Services,
): Promise<BrokenEnd> {
  const before = await runtime.repositories.batches.get(tenantId, batchId);
  if (before === null) return "none";
  const after = await breakOff({ tenantId, batchId, run, uploadId, ...broken }, runtime);
  return after !== null && after.revision !== before.revision ? "ended" : "none";
}

async function endJob(
  { tenantId, jobId }: z.output<typeof JobInput>,
  { executionArn, error }: Broken,
  runtime: Services,
): Promise<BrokenEnd> {
  const job = await runtime.repositories.jobs.get(tenantId, jobId);
  if (job === null || goesOnElsewhere(job, executionArn)) return "none";
  await endedJob(job, error, runtime);
  return job.status === "finished" ? "none" : "ended";
}

/** A long job continues as a new execution: the end of one before is not the job's. */
const goesOnElsewhere = ({ executionArn }: Job, broken: string): boolean =>
  executionArn !== undefined && executionArn !== broken;
