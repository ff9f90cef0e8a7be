import type { BatchId } from "#shared/contracts/values/ids.ts";
import type { Invariant } from "./invariant.ts";

/** A batch ends when all of its lines have, and says of each what its last job came to. */
export const batchesEnd = (): Invariant => ({
  name: "a batch ends, and says of each line what came of it",
  async after({ farm, jobs, records }) {
    const found: string[] = [];
    for (const [id, { operator, lines }] of records.batches) {
      const batchId = id as BatchId;
      const { batches, batchItems } = farm.cloud.repositories;
      const batch = await batches.get(operator.tenantId, batchId);
      if (batch?.finishedAt === undefined) found.push(`batch ${batchId} is ${batch?.status}`);
      const { items } = await batchItems.page(operator.tenantId, batchId, { limit: 100 });
      if (items.length !== lines)
        found.push(`batch ${batchId} has ${lines} lines and says of ${items.length}`);
      for (const { taskId, status, attempts } of items) {
        const name = `${taskId} of batch ${batchId}`;
        if (status !== "ended" && status !== "skipped") found.push(`${name} is ${status}`);
        for (const { jobId, outcome } of attempts) {
          const job = jobs.get(jobId);
          if (job?.outcome !== outcome)
            found.push(`${name} says ${outcome} of job/${jobId}, which is ${job?.outcome}`);
        }
      }
    }
    return found;
  },
});
