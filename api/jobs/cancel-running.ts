import type { Runtime } from "#agent/runtime/services.ts";
import type { Batch } from "#shared/contracts/batch/batch.ts";
import type { JobId } from "#shared/contracts/values/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { endJob } from "./cancel-job.ts";

const atOnce = 20;
/** The API has 29 s to answer. What is left then is ended by cancelling again. */
const longestMilliseconds = 20_000;

/** Ends every job of the batch that is under way, as cancelling each would. */
export async function cancelRunning({ tenantId, batchId }: Batch, runtime: Runtime<"api">): Promise<void> {
  const until = runtime.now().getTime() + longestMilliseconds;
  let some: Promise<void>[] = [];
  for await (const { item } of runtime.repositories.batchItems.all(tenantId, batchId)) {
    const jobId = item.status === "running" ? item.attempts.at(-1)?.jobId : undefined;
    if (jobId === undefined) continue;
    some.push(cancelOne(jobId));
    if (some.length < atOnce) continue;
    await Promise.all(some);
    some = [];
    if (runtime.now().getTime() > until) break;
  }
  await Promise.all(some);

  /** An item can be a moment ahead of its job. */
  async function cancelOne(jobId: JobId): Promise<void> {
    try {
      await endJob(tenantId, jobId, runtime);
    } catch (error) {
      if (!(error instanceof DroverError && error.code === "NotFound")) throw error;
    }
  }
}
