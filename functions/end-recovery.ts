import { endTurn } from "#agent/recovery/end-turn.ts";
import { EndRecoveryInput, EndRecoveryOutput } from "#shared/contracts/recovery/recovery-turn.ts";
import { workflowHandler } from "./runtime/workflow-handler.ts";

/** Closes the recovery's record and returns where the job continues. */
export const handler = workflowHandler({
  name: "end-recovery",
  input: EndRecoveryInput,
  output: EndRecoveryOutput,
  handle: endTurn,
});
