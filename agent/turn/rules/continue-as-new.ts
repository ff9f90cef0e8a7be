import { goesOnElsewhere } from "../../turn-state/next-execution.ts";
import { answerWith } from "../../turn-state/turn-outcome.ts";
import type { TurnRule } from "../turn-rule.ts";

/** An execution has a limited history: after this many steps the job continues in another. */
export const continueAsNew: TurnRule = async ({ input }) =>
  goesOnElsewhere(input) ? answerWith({ route: "continue" }) : null;
