import { finishBatch } from "#batches/items/finish-batch.ts";
import { FinishBatchInput, FinishBatchOutput } from "#shared/contracts/workflow/batch-run.ts";
import { workflowHandler } from "./runtime/workflow-handler.ts";

export const handler = workflowHandler({
  name: "finish-batch",
  input: FinishBatchInput,
  output: FinishBatchOutput,
  handle: finishBatch,
});
