import type { ActionCatalogue } from "#shared/actions/action-catalogue.ts";
import type { ClaimStatus } from "#shared/contracts/agent/agent-claim.ts";
import type { FarmSwitch } from "#shared/contracts/farm/farm-switch.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { EndReason, JobEnd } from "#shared/contracts/job/job-end.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import type { PredictActionInput, PredictActionOutput } from "#shared/contracts/workflow/predict-action.ts";
import { stoppedBecause } from "#shared/rules/stopped-because.ts";
import { totalTimeOver } from "#shared/values/total-time.ts";
import { allAttempts, attemptUse, type Use, wasMoved } from "../budget/attempt-use.ts";
import { isStuck } from "./repetition.ts";

type Uses = ReturnType<typeof attemptUse>;

interface Turn {
  readonly job: Job;
  readonly farm: FarmSwitch | null;
  readonly input: PredictActionInput;
  /** Oldest first. */
  readonly history: readonly Step[];
  readonly now: Date;
  readonly catalogue: ActionCatalogue;
}

type EndRule = (turn: Turn, use: Uses) => PredictActionOutput | null;

/** What ends the loop before the model is asked again, in the order of precedence. */
const ends: readonly EndRule[] = [
  ({ job, farm }) => {
    const end = cancelledEnd(job, farm);
    return end === null ? null : { route: "release", end };
  },
  // A judgement that failed on the way comes back here: the loop itself was over.
  ({ job: { claim } }) =>
    claim === undefined ? null : goToJudge("claimed", claimDetail(claim.status), { claim }),
  ({ job, input }) =>
    input.alreadySatisfied && !job.allowAlreadySatisfied
      ? goToJudge("alreadySatisfied", "Every validator passed before the agent started.")
      : null,
  ({ job }, { steps }) =>
    usedUp("maxSteps", steps, `The agent used all of its ${job.limits.maxSteps} steps.`),
  ({ job }, { seconds }) =>
    usedUp("timeoutSeconds", seconds, `The job ran for longer than ${job.limits.timeoutSeconds} s.`),
  totalTime,
  ({ job }, { outputTokens }) =>
    usedUp(
      "maxOutputTokens",
      outputTokens,
      `The models wrote ${outputTokens.used} tokens of ${job.limits.maxOutputTokens}.`,
    ),
  ({ job }, { tokens }) =>
    usedUp("maxTokens", tokens, `The models used ${tokens.used} tokens of ${job.limits.maxTokens}.`),
  ({ job, history, catalogue }) =>
    job.session === undefined && isStuck(job, history, catalogue)
      ? goToJudge("stuck", "The agent repeated itself, though it was told so.")
      : null,
];

/** Why the loop ends before the model is asked again; null: it continues. */
export function loopEnd(turn: Turn): PredictActionOutput | null {
  const { job, history, input, now } = turn;
  const use = attemptUse({ job, history, stepNumber: input.stepNumber, now });
  for (const rule of ends) {
    const end = rule(turn, use);
    if (end !== null) return end;
  }
  return null;
}

/** null: nobody wants the job to end. */
export function cancelledEnd(job: Job, farm: FarmSwitch | null): JobEnd | null {
  if (job.cancelRequestedAt !== undefined || job.status === "finished")
    return { reason: "cancelled", detail: "The job was cancelled while it ran." };
  const stopped = stoppedBecause(job, farm);
  return stopped === null ? null : { reason: "cancelled", detail: stopped };
}

export const claimDetail = (status: ClaimStatus): string =>
  status === "success"
    ? "The agent says that the task is done."
    : "The agent says that it cannot do the task.";

export const goToJudge = (
  reason: EndReason,
  detail: string,
  rest: Omit<JobEnd, "reason" | "detail"> = {},
): PredictActionOutput => ({ route: "judge", end: { reason, detail: detail.slice(0, 1_000), ...rest } });

/** Most of it may have gone to waits, to devices that were lost, or to a farm that was down. */
function totalTime({ job, now }: Turn, { seconds }: Uses): PredictActionOutput | null {
  const over = totalTimeOver(job, now);
  if (over === null) return null;
  const blameless = wasMoved(job) || seconds.used < (job.limits.totalSeconds ?? 0) / 2;
  return goToJudge("timeout", over, blameless ? { blameless } : {});
}

const endOf = {
  maxSteps: "maxSteps",
  timeoutSeconds: "timeout",
  maxTokens: "tokens",
  maxOutputTokens: "tokens",
} as const;

/** Null: some of it is left. */
function usedUp(
  limit: keyof typeof endOf,
  { left, isOverall }: Use,
  detail: string,
): PredictActionOutput | null {
  if (left > 0) return null;
  return isOverall
    ? goToJudge(endOf[limit], allAttempts(limit), { blameless: true })
    : goToJudge(endOf[limit], detail);
}
