import { finishRoles } from "#agent/job/finish-roles.ts";
import { FinishRolesInput, FinishRolesOutput } from "#shared/contracts/workflow/run-roles.ts";
import { workflowHandler } from "./runtime/workflow-handler.ts";

export const handler = workflowHandler({
  name: "finish-roles",
  input: FinishRolesInput,
  output: FinishRolesOutput,
  handle: finishRoles,
});
