import type { JobEnd } from "#shared/contracts/job/job-end.ts";
import type { Recovery } from "#shared/contracts/recovery/recovery.ts";
import type { PredictActionOutput } from "#shared/contracts/workflow/predict-action.ts";
import { supervisionFor } from "../../model-calls/supervision-for.ts";
import { actionLogOf, beginRecovery, mostRecoveries } from "../../recovery/begin-recovery.ts";
import { storyOf } from "../../recovery/recovery-story.ts";
import { loopEnd } from "../../turn-state/loop-end.ts";
import { isBackInLoop } from "../../turn-state/repetition.ts";
import { answerWith } from "../../turn-state/turn-outcome.ts";
import type { AgentTurn, TurnRule } from "../turn-rule.ts";
import { endLoop } from "./cancelled.ts";
import { isBeyondRules } from "./ladder-step.ts";

const recover = ({ recoveryId }: Recovery, reason: string): PredictActionOutput => ({
  route: "recover",
  recoveryId,
  reason: reason.slice(0, 1_000).toWellFormed(),
});

/** A job that is only a recovery: it runs the recovery and ends with it. */
export const ownRecovery: TurnRule = async (turn) => {
  const { input, state, runtime } = turn;
  const { job, observation } = state;
  if (job.recovery === undefined) return null;
  const { stepNumber } = input;
  const begun = { recoveryNumber: 1, source: "api", stepNumber, raised: job.recovery, observation } as const;
  const recovery = await beginRecovery(job, begun, runtime);
  if (recovery.endedAt === undefined) return answerWith(recover(recovery, recovery.exception));
  return endLoop(turn, { route: "judge", end: recoveryEnd(recovery) });
};

/** How a job ends that was only this recovery. */
export function recoveryEnd(recovery: Recovery): JobEnd {
  const detail = storyOf(recovery);
  if (recovery.outcome === "aborted") return { reason: "infrastructure", detail };
  const isGood = recovery.outcome === "recovered" || recovery.outcome === "planned";
  const claim = { status: isGood ? "success" : "infeasible", summary: detail.slice(0, 500) } as const;
  return { reason: "claimed", detail, claim };
}

/**
 * The agent is stuck and simpler means did not help: a recovery, unless the job has used all or turned them off. Null: this
 * is the end of the loop.
 */
async function recoverStuck({ input, state, runtime }: AgentTurn): Promise<PredictActionOutput | null> {
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

/** A stuck agent ends the job only if no recovery is available; after all rules were tried, a recovery is due at once. */
export const loopEndRule: TurnRule = async (turn) => {
  const { input, state, runtime } = turn;
  const end = loopEnd({ ...state, input, now: runtime.now() });
  const isStuck = end?.route === "judge" && end.end.reason === "stuck";
  const isDue = isStuck || (end === null && isBeyondRules(state));
  const recovery = isDue ? await recoverStuck(turn) : null;
  if (recovery !== null) return answerWith(recovery);
  return end === null ? null : endLoop(turn, end);
};
