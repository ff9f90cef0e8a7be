import { turnBudget } from "../../budget/turn-budget.ts";
import { answerWith } from "../../turn-state/turn-outcome.ts";
import type { TurnRule } from "../turn-rule.ts";

export const budget: TurnRule = async ({ input, state, runtime }) => {
  const end = await turnBudget(state.job, input.stepNumber, runtime);
  return end === null ? null : answerWith({ route: "judge", end });
};
