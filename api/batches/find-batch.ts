import { noSuch } from "#agent/runtime/find-job.ts";
import type { Services } from "#agent/runtime/services.ts";
import type { Batch } from "#shared/contracts/batch/batch.ts";
import type { BatchId, TenantId } from "#shared/contracts/values/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";

/** @throws NotFound, also for another tenant's */
export async function findBatch(
  tenantId: TenantId,
  batchId: BatchId,
  { repositories }: Pick<Services, "repositories">,
): Promise<Batch> {
  const batch = await repositories.batches.get(tenantId, batchId);
  if (batch === null) throw noSuch("batch", batchId);
  return batch;
}

export const notNow = ({ batchId, status }: Pick<Batch, "batchId" | "status">, wanted: string): DroverError =>
  new DroverError("BatchState", `Batch ${batchId} is ${status}: it cannot ${wanted}.`);
