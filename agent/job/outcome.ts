import type { Job, JobOutcome } from "#shared/contracts/job/job.ts";
import type { EndReason } from "#shared/contracts/job/job-end.ts";
import type { FinishJobInput } from "#shared/contracts/workflow/finish-job.ts";
import { judgedEnds } from "#shared/rules/judging/failed-by.ts";

export interface Ending {
  readonly outcome: JobOutcome;
  readonly reason: string;
}

/** Ends whose outcome is that of the end itself, unless the device shows that the task is done. */
const ownOutcome: Readonly<
  Record<Exclude<EndReason, "claimed" | "alreadySatisfied" | "sourceDone">, JobOutcome>
> = {
  maxSteps: "over_budget",
  timeout: "over_budget",
  tokens: "over_budget",
  cost: "over_budget",
  budget: "over_budget",
  cancelled: "cancelled",
  refused: "refused",
  modelOutput: "invalid",
  stuck: "failed",
  agentSilent: "failed",
  agentFailed: "failed",
  appFailed: "failed",
  idle: "cancelled",
  diverged: "failed",
  roleEnded: "cancelled",
  deadlocked: "failed",
  infrastructure: "inconclusive",
};

const unchecked = "The job has no validators, so nothing was checked.";

/** A claim is all there is to go by, and one for which nothing was done and that nobody examined is nothing. */
function withoutValidators({ claim, claimCheck }: FinishJobInput["end"]): [JobOutcome, string] {
  if (claim?.status !== "success") return ["failed", unchecked];
  if (claimCheck === "rejected") return ["failed", "The job has no validators, and its claim was rejected."];
  if (claimCheck === "agreed") return ["succeeded", "The job has no validators: only its claim was checked."];
  if (claimCheck === "unexamined")
    return ["inconclusive", "The agent did nothing, the job has no validators, and nothing was checked."];
  return ["succeeded", unchecked];
}

/** An agent that gives up has done nothing that counts, even where the device is as it should be. */
function allPassed(
  { reason, detail, claim }: FinishJobInput["end"],
  gaveUp: boolean,
): [JobOutcome, ...string[]] {
  // It says so itself.
  if (reason === "alreadySatisfied") return ["succeeded", detail];
  if (reason === "claimed" && gaveUp)
    return ["failed", "Every validator passed, and the agent gave up.", detail];
  return [
    "succeeded",
    "Every validator passed.",
    reason === "claimed" && claim?.status === "success" ? "" : detail,
  ];
}

/**
 * How a job ended, as the table in functions/README.md has it: judged from the device, never from the claim
 * (docs/spec.md G5).
 */
export function decideOutcome(
  { end, verdict }: Pick<FinishJobInput, "end" | "verdict">,
  { verdictReason, falseInfeasible }: Pick<Job, "verdictReason" | "falseInfeasible"> = {},
): Ending {
  const because = (outcome: JobOutcome, ...sentences: readonly string[]): Ending => ({
    outcome,
    reason: sentences
      .filter((sentence) => sentence !== "")
      .join(" ")
      .slice(0, 2_000),
  });
  if (end.reason === "cancelled") return because("cancelled", end.detail);
  if (verdict === "passed") return because(...allPassed(end, falseInfeasible === true));
  if (end.reason === "alreadySatisfied") {
    return because(
      "inconclusive",
      end.detail,
      "They did not pass a second time: something else changed the device.",
    );
  }
  if (end.blameless) return because("inconclusive", end.detail, "The agent could not use its full limits.");
  const isInDoubt = verdict === "inconclusive" && verdictReason !== undefined;
  // Being stuck is the agent's failure only on a device that worked.
  if (isInDoubt && end.reason === "stuck") return because("inconclusive", verdictReason, end.detail);
  if (end.reason === "sourceDone" && verdict === "none") return because("succeeded", end.detail, unchecked);
  // The job's own limits too: where there are validators, they decide what its agent came to within them.
  if (verdict === "failed" && judgedEnds.has(end.reason))
    return because("failed", verdictReason ?? "A validator failed.", end.detail);
  if (end.reason !== "claimed" && end.reason !== "sourceDone")
    return because(ownOutcome[end.reason], end.detail);
  if (verdict === "none") {
    return because(...withoutValidators(end), end.detail);
  }
  return because("inconclusive", verdictReason ?? "The device could not be judged.", end.detail);
}
