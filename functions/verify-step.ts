import { verifyStep } from "#agent/verification/verify-step.ts";
import { VerifyStepInput, VerifyStepOutput } from "#shared/contracts/workflow/verify-step.ts";
import { workflowHandler } from "./runtime/workflow-handler.ts";

export const handler = workflowHandler({
  name: "verify-step",
  input: VerifyStepInput,
  output: VerifyStepOutput,
  handle: verifyStep,
});
