import { roleTurn } from "../../roles/role-turn.ts";
import { answerWith } from "../../turn-state/turn-outcome.ts";
import type { TurnRule } from "../turn-rule.ts";

export const otherRoles: TurnRule = async ({ input, state, runtime }) => {
  const waits = await roleTurn(input, state, runtime);
  return waits === null ? null : answerWith(waits);
};
