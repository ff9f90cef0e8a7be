import { finishWorkflow } from "#agent/subtasks/finish-workflow.ts";
import { FinishWorkflowInput, FinishWorkflowOutput } from "#shared/contracts/workflow/subtasks.ts";
import { workflowHandler } from "./runtime/workflow-handler.ts";

export const handler = workflowHandler({
  name: "finish-workflow",
  input: FinishWorkflowInput,
  output: FinishWorkflowOutput,
  handle: finishWorkflow,
});
