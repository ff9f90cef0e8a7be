import type { Services } from "#agent/runtime/services.ts";
import type { Batch } from "#shared/contracts/batch/batch.ts";
import type { BatchId, TenantId, UploadId } from "#shared/contracts/values/ids.ts";
import { hasEnded } from "#shared/rules/batch/has-ended.ts";

/** An execution of a batch that ended before the batch had. */
export interface BrokenExecution {
  readonly tenantId: TenantId;
  readonly batchId: BatchId;
  readonly run: number;
  /** It was to read that manifest first. */
  readonly uploadId?: UploadId | undefined;
  readonly executionArn: string;
  /** What it ended with. */
  readonly error: string;
}

/**
 * Ends a batch whose execution failed: ended jobs are kept, and a resume continues it. One that was being cancelled is
 * cancelled. A manifest that was read beside a run leaves the run alone. Null when there is no such batch.
 */
export async function breakOff(
  broken: BrokenExecution,
  runtime: Pick<Services, "logger" | "now" | "repositories">,
): Promise<Batch | null> {
  const { tenantId, batchId } = broken;
  const at = runtime.now().toISOString();
  const batch = await runtime.repositories.batches.change(tenantId, batchId, (now) =>
    afterBreak(now, broken, at),
  );
  const { run, error } = broken;
  runtime.logger.warn("a batch's execution failed", { batchId, run, error, status: batch?.status ?? "" });
  return batch;
}

function afterBreak(batch: Batch, { run, uploadId, executionArn, error }: BrokenExecution, at: string) {
  const wasReading = uploadId !== undefined && batch.uploadId === uploadId;
  // Started beside a run that continues: that one's end is the batch's.
  const isBeside =
    uploadId !== undefined && batch.executionArn !== undefined && batch.executionArn !== executionArn;
  if (hasEnded(batch) || batch.run !== run || (isBeside && batch.status !== "checking"))
    return wasReading ? { uploadId: undefined, statusReason: unread(error) } : null;
  const ended = { uploadId: undefined, pausedFor: undefined, finishedAt: at };
  if (batch.status === "cancelling") return { ...ended, status: "cancelled" as const };
  return { ...ended, status: "failed" as const, statusReason: wasReading ? unread(error) : brokeOff(error) };
}

const unread = (error: string): string =>
  `The last uploaded manifest could not be read, and nothing of it was started: ${error}. Send it again.`.slice(
    0,
    1_000,
  );

const brokeOff = (error: string): string =>
  `Its execution failed: ${error.slice(0, 800)}. Ended jobs are kept; resume it, or send the same lines again, to continue.`;
