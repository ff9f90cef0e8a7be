import type { Recovery } from "#shared/contracts/recovery/recovery.ts";
import type { PredictActionOutput } from "#shared/contracts/workflow/predict-action.ts";
import { supervisionFor } from "../../model-calls/supervision-for.ts";
import { actionLogOf, beginRecovery, mostRecoveries } from "../../recovery/begin-recovery.ts";
import { isBackInLoop } from "../../turn-state/repetition.ts";
import type { AgentTurn } from "../turn-rule.ts";

export const recover = ({ recoveryId }: Recovery, reason: string): PredictActionOutput => ({
  route: "recover",
  recoveryId,
  reason: reason.slice(0, 1_000).toWellFormed(),
});

/**
 * The agent is stuck and simpler means did not help: a recovery, unless the job has used all or turned them off. Null: this
 * is the end of the loop.
 */
export async function recoverStuck({
  input,
  state,
  runtime,
}: AgentTurn): Promise<PredictActionOutput | null> {
  const { job, observation, history, catalogue } = state;
  const { tenantId, jobId, stepNumber } = input;
  if (!(await supervisionFor(job, runtime.environment)).recovery) return null;
  const before = await runtime.repositories.recoveries.listByJob(tenantId, jobId);
  const last = before.at(-1);
  // A second invocation for this turn.
  const isThisTurn = last?.source === "stuck" && last.observedAt === observation.capturedAt;
  if (last !== undefined && isThisTurn && last.endedAt === undefined) return recover(last, last.exception);
  if (before.length >= mostRecoveries || (last !== undefined && last.outcome !== "recovered")) return null;
  if (last?.source === "stuck" && isBackInLoop(job, history, catalogue)) return null;
  const exception = `The agent is stuck: it repeats itself, though it was told so. Its task: ${job.task}`;
  const recovery = await beginRecovery(
    job,
    {
      recoveryNumber: before.length + 1,
      source: "stuck",
      stepNumber,
      raised: { exception: exception.slice(0, 8_000), actionLog: actionLogOf(history) },
      observation,
    },
    runtime,
  );
  return recover(recovery, "The agent is stuck.");
}
