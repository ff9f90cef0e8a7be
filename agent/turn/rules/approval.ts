import { settleApproval } from "../../people/approval-turn.ts";
import { answerWith } from "../../turn-state/turn-outcome.ts";
import { completeAgain } from "../complete-turn.ts";
import type { TurnRule } from "../turn-rule.ts";

export const approval: TurnRule = async ({ input, state, runtime }) => {
  if (state.existing === undefined) return null;
  const decided = await settleApproval(state.existing, state, runtime);
  if (decided.kind === "answer") return decided;
  return answerWith(await completeAgain(decided.step, { ...state, input }, runtime));
};
