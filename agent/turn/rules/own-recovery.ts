import type { JobEnd } from "#shared/contracts/job/job-end.ts";
import type { Recovery } from "#shared/contracts/recovery/recovery.ts";
import { beginRecovery } from "../../recovery/begin-recovery.ts";
import { storyOf } from "../../recovery/recovery-story.ts";
import { answerWith } from "../../turn-state/turn-outcome.ts";
import type { TurnRule } from "../turn-rule.ts";
import { endLoop } from "./cancelled.ts";
import { recover } from "./recover-stuck.ts";

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
