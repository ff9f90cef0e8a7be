import { ExecutionAlreadyExists, StartExecutionCommand } from "@aws-sdk/client-sfn";
import type { Services } from "#agent/runtime/services.ts";
import { traceHeader } from "#agent/tracing/trace-header.ts";
import type { Batch } from "#shared/contracts/batch/batch.ts";
import type { UploadId } from "#shared/contracts/values/ids.ts";
import type { BatchExecutionInput } from "#shared/contracts/workflow/check-manifest.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { storageError } from "#shared/storage/table/storage-call.ts";
import { defined } from "#shared/values/defined.ts";

export type BatchStarter = Services & {
  readonly environment: { readonly DROVER_BATCH_STATE_MACHINE_ARN: string };
};

/** Whatever of the batch is to be under way and was not started: its run, or the reading of a manifest. Throws as startBatch does. */
export async function startWhatWaits(batch: Batch, runtime: BatchStarter): Promise<void> {
  const { status, executionArn, uploadId } = batch;
  if (uploadId !== undefined) return startBatch(batch, uploadId, runtime);
  if (executionArn === undefined && (status === "running" || status === "paused"))
    return startBatch(batch, undefined, runtime);
}

/**
 * Starts the execution of the batch's run, or the one that reads an uploaded manifest for a batch that runs. Its name tells which:
 * however often it is started, it runs once. @throws StorageUnavailable, ConfigurationInvalid
 */
async function startBatch(
  { tenantId, batchId, run }: Batch,
  uploadId: UploadId | undefined,
  { clients, environment, repositories, logger }: BatchStarter,
): Promise<void> {
  const input: BatchExecutionInput = { schemaVersion: 1, tenantId, batchId, run, ...defined({ uploadId }) };
  const command = new StartExecutionCommand({
    stateMachineArn: environment.DROVER_BATCH_STATE_MACHINE_ARN,
    name: uploadId === undefined ? `${batchId}-${run}` : `${batchId}-${uploadId}`,
    input: JSON.stringify(input),
    ...defined({ traceHeader: traceHeader() }),
  });
  try {
    const { executionArn } = await (await clients.sfn()).send(command);
    await repositories.batches.change(tenantId, batchId, (now) =>
      // One that only reads a manifest beside a run is not the run's.
      now.run === run && (uploadId === undefined || now.status === "checking") ? { executionArn } : null,
    );
  } catch (error) {
    if (error instanceof ExecutionAlreadyExists) return;
    const cause = storageError("start the batch", error);
    logger.error("batch not started", { batchId, reason: cause.message });
    throw new DroverError(cause.code, `Batch ${batchId} was stored but could not be started.`, {
      advice: ["Send the request again: stored lines are kept."],
      details: { batchId },
      cause,
    });
  }
}
