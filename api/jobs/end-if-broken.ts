import { DescribeExecutionCommand, ExecutionDoesNotExist } from "@aws-sdk/client-sfn";
import type { Runtime } from "#agent/runtime/services.ts";
import { breakOff } from "#batches/items/break-off.ts";
import type { Batch } from "#shared/contracts/batch/batch.ts";
import { hasEnded } from "#shared/rules/batch/has-ended.ts";

const broken: ReadonlySet<string | undefined> = new Set(["FAILED", "TIMED_OUT", "ABORTED"]);

/**
 * Ends a batch without an execution that could end it: its execution failed or is unknown, as after the loss of
 * a farm's journal, which no sweep can see. Returns the resulting batch.
 */
export async function endIfBroken(batch: Batch, runtime: Runtime<"api">): Promise<Batch> {
  const { tenantId, batchId, run, executionArn, uploadId } = batch;
  if (executionArn === undefined || hasEnded(batch)) return batch;
  const error = await brokenBecause(executionArn, runtime);
  if (error === null) return batch;
  return (await breakOff({ tenantId, batchId, run, uploadId, executionArn, error }, runtime)) ?? batch;
}

async function brokenBecause(
  executionArn: string,
  { clients }: Pick<Runtime<"api">, "clients">,
): Promise<string | null> {
  try {
    const { status } = await (await clients.sfn()).send(new DescribeExecutionCommand({ executionArn }));
    return broken.has(status) ? `it is ${status}` : null;
  } catch (error) {
    if (error instanceof ExecutionDoesNotExist) return "it is no longer known";
    throw error;
  }
}
