import type { Job } from "#shared/contracts/job/job.ts";
import type { Invariant, Observed } from "./invariant.ts";

/** What was being submitted while everything was stopped may have been taken: its first state ends it. */
const submissionMilliseconds = 10_000;

/** A question of its that nobody answered in time, and that has no default: then the agent cannot do its task. */
async function hasNoAnswer({ tenantId, jobId }: Job, { farm }: Observed): Promise<boolean> {
  const questions = await farm.cloud.repositories.questions.listByJob(tenantId, jobId);
  return questions.some(({ status }) => status === "expired");
}

/** The practice model does every task of the workload: whatever did not succeed was the farm's doing, and must not count against the agent. */
export const blameless = (): Invariant => ({
  name: "no fault of the infrastructure is blamed on the agent",
  async after(seen) {
    const { cancelled, stops, sessions } = seen.records;
    const found: string[] = [];
    for (const [jobId, job] of seen.jobs) {
      if (job === null) continue;
      const { outcome, endReason, outcomeReason, tenantId, createdAt } = job;
      const isBlamed =
        outcome === "failed" || outcome === "refused" || outcome === "invalid" || outcome === "over_budget";
      // An agent of somebody else's does not know of a job that continues with its work.
      if (endReason === "agentSilent" && job.source !== undefined) continue;
      if (isBlamed && !sessions.has(jobId) && !(await hasNoAnswer(job, seen)))
        found.push(`job/${jobId} is ${outcome} (${endReason}): ${outcomeReason}`);
      const isStopped = stops.some(
        (stop) =>
          tenantId === stop.tenantId &&
          Date.parse(createdAt) <= Date.parse(stop.answered) + submissionMilliseconds,
      );
      // A session that nobody uses is cancelled too, and says why.
      const session = sessions.get(jobId);
      const isEnded = session !== undefined && (session.endedAt !== undefined || endReason !== undefined);
      if (outcome === "cancelled" && !cancelled.has(jobId) && !isStopped && !isEnded)
        found.push(`job/${jobId} is cancelled, and nobody asked for that`);
    }
    return found;
  },
});
