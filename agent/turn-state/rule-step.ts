import { type Step, StepTimings } from "#shared/contracts/step/step.ts";
import type { PredictActionInput } from "#shared/contracts/workflow/predict-action.ts";
import { noUsage } from "../model-calls/usage.ts";
import type { Services } from "../runtime/services.ts";
import { begunStep } from "./begun-step.ts";
import type { TurnState } from "./read-turn.ts";

/** A step for which no model was asked. */
export const ruleStep = (
  input: PredictActionInput,
  { observation }: Pick<TurnState, "observation">,
  chosen: Pick<Step, "actions" | "chosenBy" | "model" | "thinking" | "retryOf">,
  runtime: Pick<Services, "now">,
): Step => ({
  ...begunStep(input, runtime),
  ...chosen,
  before: observation,
  usage: noUsage,
  repairs: 0,
  timings: StepTimings.parse({}),
});
