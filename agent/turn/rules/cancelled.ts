import type { PredictActionOutput } from "#shared/contracts/workflow/predict-action.ts";
import { closeTurn } from "../../outside/close-turn.ts";
import { notCarriedOut } from "../../steps/not-carried-out.ts";
import { cancelledEnd } from "../../turn-state/loop-end.ts";
import { type AnswerOutcome, answerWith } from "../../turn-state/turn-outcome.ts";
import type { AgentTurn, TurnRule } from "../turn-rule.ts";

export const cancelled: TurnRule = async (turn) => {
  const end = cancelledEnd(turn.state.job, turn.state.farm);
  return end === null ? null : endLoop(turn, { route: "release", end });
};

/** The loop ends, whoever's turn it is. A step that an earlier invocation stored was sent to nobody. */
export async function endLoop(
  { state, runtime }: AgentTurn,
  end: PredictActionOutput,
): Promise<AnswerOutcome> {
  const { job, existing } = state;
  await closeTurn(job, runtime);
  if (existing?.actions.some(({ deviceAction }) => deviceAction !== undefined) === true)
    await runtime.repositories.steps.closeOpen({ ...existing, outcome: notCarriedOut });
  runtime.logger.info("the loop ends", end);
  return answerWith(end);
}
