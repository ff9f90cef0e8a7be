import { decomposeTask } from "#agent/subtasks/decompose-task.ts";
import { DecomposeTaskInput, DecomposeTaskOutput } from "#shared/contracts/workflow/subtasks.ts";
import { workflowHandler } from "./runtime/workflow-handler.ts";

export const handler = workflowHandler({
  name: "decompose-task",
  input: DecomposeTaskInput,
  output: DecomposeTaskOutput,
  handle: decomposeTask,
});
