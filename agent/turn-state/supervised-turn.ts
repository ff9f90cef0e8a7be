import type { Supervision } from "#shared/contracts/job/supervision.ts";
import type { PredictActionInput } from "#shared/contracts/workflow/predict-action.ts";
import type { RoleModel } from "../model-calls/role-model.ts";
import type { Runtime } from "../runtime/services.ts";
import type { TurnState } from "./read-turn.ts";

/** A turn that the loop continues with, and who helps the agent in it. */
export interface SupervisedTurn {
  readonly input: PredictActionInput;
  readonly state: TurnState;
  readonly agent: RoleModel;
  readonly supervision: Required<Supervision>;
  readonly runtime: Runtime<"predict-action">;
}
