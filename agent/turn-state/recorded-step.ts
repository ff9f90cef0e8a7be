import type { RecordedStep } from "#shared/contracts/step/recording.ts";
import type { Step, StepAction } from "#shared/contracts/step/step.ts";
import type { PredictActionInput } from "#shared/contracts/workflow/predict-action.ts";
import { defined } from "#shared/values/defined.ts";
import type { Services } from "../runtime/services.ts";
import type { TurnState } from "./read-turn.ts";
import { ruleStep } from "./rule-step.ts";

interface Turn {
  readonly input: PredictActionInput;
  readonly state: TurnState;
  readonly runtime: Services;
}

/** A step that no model chose. */
function chosen(
  { input, state, runtime }: Turn,
  { recorded, ...part }: Pick<Step, "actions" | "thinking" | "recorded">,
): Step {
  const chosenBy = state.job.source?.kind === "script" ? "script" : "replay";
  const step = ruleStep(input, state, { ...part, chosenBy, model: chosenBy }, runtime);
  return { ...step, ...defined({ recorded }) };
}

/** The recorded step with the elements of the present screen, in the words of the agent that did it first. */
export const recordedStep = (turn: Turn, due: RecordedStep, actions: readonly StepAction[]): Step => ({
  ...chosen(turn, {
    actions: [...actions],
    thinking: due.thinking,
    recorded: { step: due.step },
  }),
  ...defined({ toolResult: due.toolResult }),
});

/** Screens take their time to come; the host looks again after it. */
const lookMilliseconds = 1_000;

/** What the recorded step needs is not there yet. */
export function lookStep(turn: Turn, due: RecordedStep): Step {
  const action = { action: "wait", duration: lookMilliseconds };
  const recorded = { step: due.step, look: true } as const;
  return chosen(turn, { actions: [{ action, deviceAction: action }], thinking: "", recorded });
}
