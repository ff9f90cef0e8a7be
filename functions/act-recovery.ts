import { actTurn } from "#agent/recovery/act-turn.ts";
import { onceATurn } from "#agent/recovery/once-a-turn.ts";
import type { Runtime } from "#agent/runtime/services.ts";
import { ActRecoveryInput, RecoveryTurn } from "#shared/contracts/recovery/recovery-turn.ts";
import { workflowHandler } from "./runtime/workflow-handler.ts";

/** Chooses which action on this screen carries out the plan's step (docs/spec.md E2). */
const actRecovery = (input: ActRecoveryInput, runtime: Runtime<"act-recovery">): Promise<RecoveryTurn> =>
  onceATurn(input, runtime, (state) => actTurn({ input, state, runtime }));

export const handler = workflowHandler({
  name: "act-recovery",
  input: ActRecoveryInput,
  output: RecoveryTurn,
  handle: actRecovery,
});
