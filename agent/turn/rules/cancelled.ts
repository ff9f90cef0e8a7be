import type { PredictActionOutput } from "#shared/contracts/workflow/predict-action.ts";
import { closeTurn } from "../../outside/close-turn.ts";
import { cancelledEnd } from "../../turn-state/loop-end.ts";
import { type AnswerOutcome, answerWith } from "../../turn-state/turn-outcome.ts";
import type { AgentTurn, TurnRule } from "../turn-rule.ts";

export const cancelled: TurnRule = async (turn) => {
  const end = cancelledEnd(turn.state.job, turn.state.farm);
  return end === null ? null : endLoop(turn, { route: "release", end });
};

/** The loop ends, whoever's turn it is. */
export async function endLoop(
  { state, runtime }: AgentTurn,
  end: PredictActionOutput,
): Promise<AnswerOutcome> {
  await closeTurn(state.job, runtime);
  runtime.logger.info("the loop ends", end);
  return answerWith(end);
}
