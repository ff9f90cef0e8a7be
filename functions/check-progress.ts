import { checkProgress } from "#agent/supervision/check-progress.ts";
import { CheckProgressInput, CheckProgressOutput } from "#shared/contracts/workflow/check-progress.ts";
import { workflowHandler } from "./runtime/workflow-handler.ts";

export const handler = workflowHandler({
  name: "check-progress",
  input: CheckProgressInput,
  output: CheckProgressOutput,
  handle: checkProgress,
});
