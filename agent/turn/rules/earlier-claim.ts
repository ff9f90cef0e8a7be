import { answerWith } from "../../turn-state/turn-outcome.ts";
import { settleClaim } from "../settle-claim.ts";
import type { TurnRule } from "../turn-rule.ts";

/** A claim about a lost device does not hold for another device. */
export const earlierClaim: TurnRule = async ({ input, state, runtime }) => {
  const last = state.existing === undefined ? state.history.at(-1) : undefined;
  if (last === undefined || last.stepNumber <= (state.job.lostSteps ?? 0)) return null;
  const claimed = await settleClaim(last, { ...state, input }, runtime);
  return claimed === null ? null : answerWith(claimed);
};
