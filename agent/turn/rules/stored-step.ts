import { awaitsYes, endApprovalWait } from "../../people/approval-turn.ts";
import { openForUser } from "../../people/open-for-user.ts";
import { sameTurn } from "../../turn-state/record-step.ts";
import { answerWith } from "../../turn-state/turn-outcome.ts";
import { completeAgain } from "../complete-turn.ts";
import type { TurnRule } from "../turn-rule.ts";

/** Completes a turn whose step is stored. The rule `approval` handles steps that wait for approval. */
export const storedStep: TurnRule = async ({ input, state, runtime }) => {
  const { existing, job, observation } = state;
  if (existing === undefined) return null;
  if (awaitsYes(existing)) {
    await endApprovalWait(existing, state, runtime);
    return null;
  }
  // What its user is asked is no matter of the screen: another device may have come while the user's model was waited for. What a
  // person decided on was looked at again.
  const isForAnyScreen =
    openForUser(existing, job) !== undefined || existing.approval?.lookedAt === observation.capturedAt;
  const step = isForAnyScreen ? existing : sameTurn(existing, observation.capturedAt);
  return answerWith(await completeAgain(step, { ...state, input }, runtime));
};
