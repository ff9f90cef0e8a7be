import type { PredictActionInput } from "#shared/contracts/workflow/predict-action.ts";
import type { Runtime } from "../runtime/services.ts";
import type { TurnState } from "../turn-state/read-turn.ts";
import type { TurnOutcome } from "../turn-state/turn-outcome.ts";

/** A turn as its rules see it. */
export interface AgentTurn {
  readonly input: PredictActionInput;
  readonly state: TurnState;
  readonly runtime: Runtime<"predict-action">;
}

/** A rule's result; `goOn`: the next rules see this state. Null: the rule does not apply. */
export type RuleOutcome = TurnOutcome | { readonly kind: "goOn"; readonly state: TurnState } | null;

export type TurnRule = (turn: AgentTurn) => Promise<RuleOutcome>;
