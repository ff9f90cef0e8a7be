import type { Services } from "#agent/runtime/services.ts";
import { breakOff } from "#batches/items/break-off.ts";
import type { TenantId } from "#shared/contracts/values/ids.ts";
import { everyItem } from "#shared/values/every-item.ts";
import { damageBefore } from "./damage-before.ts";
import { describeExecution } from "./describe-execution.ts";

/** Those with an execution that works on them. */
const worked = ["checking", "running", "cancelling"] as const;

/** After a loss of executions: ends batches whose execution is gone, as one that failed. Answers how many. */
export async function endLostBatches(tenantId: TenantId, runtime: Services): Promise<number> {
  if (runtime.condition.damage === null) return 0;
  const { batches } = runtime.repositories;
  let ended = 0;
  for (const status of worked)
    for await (const batch of everyItem((cursor) => batches.list(tenantId, { limit: 100, cursor, status }))) {
      const { batchId, run, uploadId, executionArn } = batch;
      const damage = damageBefore(batch.createdAt, runtime);
      if (damage === null || executionArn === undefined) continue;
      if ((await describeExecution(executionArn, runtime)).is !== "unknown") continue;
      await breakOff(
        { tenantId, batchId, run, uploadId, executionArn, error: `the execution is lost: ${damage}` },
        runtime,
      );
      ended += 1;
    }
  return ended;
}
