import { checkCompletion } from "#agent/supervision/check-completion.ts";
import { CheckCompletionInput, CheckCompletionOutput } from "#shared/contracts/workflow/check-completion.ts";
import { workflowHandler } from "./runtime/workflow-handler.ts";

export const handler = workflowHandler({
  name: "check-completion",
  input: CheckCompletionInput,
  output: CheckCompletionOutput,
  handle: checkCompletion,
});
