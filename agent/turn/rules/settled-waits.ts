import { settleQuestion } from "../../people/ask-person.ts";
import { cancelledEnd } from "../../turn-state/loop-end.ts";
import { readTurn, type TurnState } from "../../turn-state/read-turn.ts";
import type { WaitOutcome } from "../../turn-state/turn-outcome.ts";
import type { AgentTurn, TurnRule } from "../turn-rule.ts";
import { endPause } from "./pause.ts";

/** A job has at most one open wait. When it ends, the turn is read again with its result. */
export const settledWaits: TurnRule = async ({ input, state, runtime }) => {
  const { job, farm, observation } = state;
  if (cancelledEnd(job, farm) !== null) return null;
  for (const settle of [
    () => settleQuestion(job, input, runtime),
    () => settleRoles(state, input, runtime),
    () => endPause(job, runtime),
  ]) {
    const outcome = await settle();
    if (outcome.kind === "answer") return outcome;
    if (outcome.kind === "settled")
      return {
        kind: "goOn",
        state: { ...(await readTurn(input, observation, runtime)), finding: state.finding },
      };
  }
  return null;
};

async function settleRoles(
  state: TurnState,
  input: AgentTurn["input"],
  runtime: AgentTurn["runtime"],
): Promise<WaitOutcome> {
  if (state.job.pause?.for !== "roles") return { kind: "none" };
  return (await import("../../roles/role-turn.ts")).settleRoleWait(state, input, runtime);
}
