import type { Step } from "#shared/contracts/step/step.ts";
import type { PredictActionInput } from "#shared/contracts/workflow/predict-action.ts";
import type { DroverError } from "#shared/errors/drover-error.ts";
import { attemptUse } from "../budget/attempt-use.ts";
import type { Services } from "../runtime/services.ts";
import type { TurnState } from "./read-turn.ts";
import { ruleStep } from "./rule-step.ts";

const pause = { action: "wait", duration: 1_000 };

/**
 * No reply of the turn could be used: the screen may have confused the model, so it is looked at again before that is the end
 * (docs/faults.md E2). Null: that look was the step before, or the job has no step left for the turn after it.
 */
export function secondLook(
  input: PredictActionInput,
  state: TurnState,
  { message }: DroverError,
  runtime: Pick<Services, "now">,
): Step | null {
  const { job, history } = state;
  const { stepNumber } = input;
  const { steps } = attemptUse({ job, history, stepNumber, now: runtime.now() });
  if (history.at(-1)?.chosenBy === "look" || steps.left < 2) return null;
  return ruleStep(
    input,
    state,
    {
      actions: [{ action: pause, deviceAction: pause }],
      chosenBy: "look",
      model: "rule:look",
      thinking: message.slice(0, 1_000).toWellFormed(),
    },
    runtime,
  );
}
