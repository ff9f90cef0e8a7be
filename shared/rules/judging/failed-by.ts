import type { Job } from "../../contracts/job/job.ts";
import type { EndReason } from "../../contracts/job/job-end.ts";
import type { FailedCheck } from "../../contracts/judging/failed-check.ts";

/** Ends after which the checks decide, or say what is missing; any other end is its own reason. */
export const judgedEnds: ReadonlySet<EndReason> = new Set([
  ...(["claimed", "sourceDone", "maxSteps", "timeout", "tokens", "cost"] as const),
  ...(["stuck", "agentSilent"] as const),
]);

/** The check that a job failed by; undefined: it ended otherwise, or was judged before this was kept. */
export const failedBy = ({
  outcome,
  verdict,
  endReason = "claimed",
  failedCheck,
}: Pick<Job, "outcome" | "verdict" | "endReason" | "failedCheck">): FailedCheck | undefined =>
  outcome === "failed" && verdict === "failed" && judgedEnds.has(endReason) ? failedCheck : undefined;
