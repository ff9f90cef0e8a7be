import type { Step } from "#shared/contracts/step/step.ts";
import type { PredictActionOutput } from "#shared/contracts/workflow/predict-action.ts";

/** The turn is over without a step, and its execution goes this way. */
export interface AnswerOutcome {
  readonly kind: "answer";
  readonly answer: PredictActionOutput;
}

/** What a turn comes to: a way on, or a step that was chosen and is yet to be held to the job's policy and stored. */
export type TurnOutcome = AnswerOutcome | { readonly kind: "step"; readonly step: Step };

/** What became of a wait that may have ended before this turn. */
export type WaitOutcome = AnswerOutcome | { readonly kind: "settled" } | { readonly kind: "none" };

export const answerWith = (answer: PredictActionOutput): AnswerOutcome => ({ kind: "answer", answer });

export const takeStep = (step: Step): TurnOutcome => ({ kind: "step", step });
