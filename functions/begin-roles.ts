import { beginRoles } from "#agent/roles/begin-roles.ts";
import { BeginRolesInput, BeginRolesOutput } from "#shared/contracts/workflow/run-roles.ts";
import { workflowHandler } from "./runtime/workflow-handler.ts";

export const handler = workflowHandler({
  name: "begin-roles",
  input: BeginRolesInput,
  output: BeginRolesOutput,
  handle: beginRoles,
});
