import { nextSubtask } from "#agent/subtasks/next-subtask.ts";
import { NextSubtaskInput, NextSubtaskOutput } from "#shared/contracts/workflow/subtasks.ts";
import { workflowHandler } from "./runtime/workflow-handler.ts";

export const handler = workflowHandler({
  name: "next-subtask",
  input: NextSubtaskInput,
  output: NextSubtaskOutput,
  handle: nextSubtask,
});
