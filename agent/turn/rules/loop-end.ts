import { loopEnd } from "../../turn-state/loop-end.ts";
import { answerWith } from "../../turn-state/turn-outcome.ts";
import type { TurnRule } from "../turn-rule.ts";
import { endLoop } from "./cancelled.ts";
import { isBeyondRules } from "./ladder-step.ts";

/** A stuck agent ends the job only if no recovery is available; after all rules were tried, a recovery is due at once. */
export const loopEndRule: TurnRule = async (turn) => {
  const { input, state, runtime } = turn;
  const end = loopEnd({ ...state, input, now: runtime.now() });
  const isStuck = end?.route === "judge" && end.end.reason === "stuck";
  const isDue = isStuck || (end === null && isBeyondRules(state));
  const recovery = isDue ? await (await import("./recover-stuck.ts")).recoverStuck(turn) : null;
  if (recovery !== null) return answerWith(recovery);
  return end === null ? null : endLoop(turn, end);
};
