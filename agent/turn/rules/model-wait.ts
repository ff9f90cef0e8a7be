import { answerWith } from "../../turn-state/turn-outcome.ts";
import { goOnWaiting } from "../../turn-state/wait-for-model.ts";
import type { TurnRule } from "../turn-rule.ts";

/** The job waits for the model's service, and this wait has not ended. */
export const modelWait: TurnRule = async ({ state: { job, history }, runtime }) => {
  const { waiting } = job;
  if (waiting === undefined || runtime.now().getTime() >= Date.parse(waiting.until)) return null;
  return answerWith(await goOnWaiting({ job, history, runtime }, waiting));
};
