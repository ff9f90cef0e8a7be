import { settleItem } from "#batches/items/settle-item.ts";
import { ItemTurn, SettleItemInput } from "#shared/contracts/workflow/batch-run.ts";
import { workflowHandler } from "./runtime/workflow-handler.ts";

export const handler = workflowHandler({
  name: "settle-item",
  input: SettleItemInput,
  output: ItemTurn,
  handle: settleItem,
});
