import { onceATurn } from "#agent/recovery/once-a-turn.ts";
import { planTurn } from "#agent/recovery/plan-turn.ts";
import type { Runtime } from "#agent/runtime/services.ts";
import { PlanRecoveryInput, RecoveryTurn } from "#shared/contracts/recovery/recovery-turn.ts";
import { workflowHandler } from "./runtime/workflow-handler.ts";

/** Asks the recovery planner for a plan, the first or a new one after what the actor reported (docs/spec.md E1). */
const planRecovery = (input: PlanRecoveryInput, runtime: Runtime<"plan-recovery">): Promise<RecoveryTurn> =>
  onceATurn(input, runtime, (state) => planTurn({ input, state, runtime }));

export const handler = workflowHandler({
  name: "plan-recovery",
  input: PlanRecoveryInput,
  output: RecoveryTurn,
  handle: planRecovery,
});
