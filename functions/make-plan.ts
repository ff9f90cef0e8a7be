import { makePlan } from "#agent/supervision/make-plan.ts";
import { MakePlanInput, MakePlanOutput } from "#shared/contracts/workflow/make-plan.ts";
import { workflowHandler } from "./runtime/workflow-handler.ts";

export const handler = workflowHandler({
  name: "make-plan",
  input: MakePlanInput,
  output: MakePlanOutput,
  handle: makePlan,
});
