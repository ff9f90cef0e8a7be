import { prepareRound } from "#batches/items/prepare-round.ts";
import { PrepareRoundInput, PrepareRoundOutput } from "#shared/contracts/workflow/batch-run.ts";
import { workflowHandler } from "./runtime/workflow-handler.ts";

export const handler = workflowHandler({
  name: "prepare-round",
  input: PrepareRoundInput,
  output: PrepareRoundOutput,
  handle: prepareRound,
});
