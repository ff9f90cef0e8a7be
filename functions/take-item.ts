import { takeItem } from "#batches/items/take-item.ts";
import { ItemTurn, TakeItemInput } from "#shared/contracts/workflow/batch-run.ts";
import { workflowHandler } from "./runtime/workflow-handler.ts";

export const handler = workflowHandler({
  name: "take-item",
  input: TakeItemInput,
  output: ItemTurn,
  handle: takeItem,
});
