import type { Job } from "#shared/contracts/job/job.ts";
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

/** A rule for few jobs: its code is loaded with the first turn of one of them (docs/decisions/0353-a-turn-loads-what-its-job-needs.md). */
export const forJobs =
  (applies: (job: Job) => boolean, load: () => Promise<TurnRule>): TurnRule =>
  async (turn) =>
    applies(turn.state.job) ? (await load())(turn) : null;
