import { predictAction } from "#agent/turn/predict-action.ts";
import { PredictActionInput, PredictActionOutput } from "#shared/contracts/workflow/predict-action.ts";
import { workflowHandler } from "./runtime/workflow-handler.ts";

export const handler = workflowHandler({
  name: "predict-action",
  input: PredictActionInput,
  output: PredictActionOutput,
  handle: predictAction,
});
