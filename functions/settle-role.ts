import { settleRole } from "#agent/roles/settle-role.ts";
import { SettleRoleInput, SettleRoleOutput } from "#shared/contracts/workflow/run-roles.ts";
import { workflowHandler } from "./runtime/workflow-handler.ts";

export const handler = workflowHandler({
  name: "settle-role",
  input: SettleRoleInput,
  output: SettleRoleOutput,
  handle: settleRole,
});
