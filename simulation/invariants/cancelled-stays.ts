import type { Invariant } from "./invariant.ts";

/** Between a claim and the line that tells of it. */
const claimedMilliseconds = 30_000;

/** A cancelled job gets no device any more, and no turn begins: only one that had begun may still store its step. */
export function cancelledStays(): Invariant {
  /** When that was first seen. */
  const cancelled = new Map<string, number>();
  return {
    name: "a cancelled job stays cancelled",
    during({ elapsed, jobs }) {
      for (const [jobId, job] of jobs)
        if (job?.cancelRequestedAt !== undefined && !cancelled.has(jobId)) cancelled.set(jobId, elapsed);
      return [];
    },
    heard: ({ message, jobId }, { elapsed }) =>
      message === "lease" && elapsed - (cancelled.get(String(jobId)) ?? elapsed) > claimedMilliseconds
        ? [`job/${jobId} was cancelled, and then it got a device`]
        : [],
    async after({ farm, jobs, records }) {
      const found: string[] = [];
      for (const [jobId, answer] of records.cancelled)
        if (answer === "acknowledged" && jobs.get(jobId)?.cancelRequestedAt === undefined)
          found.push(`job/${jobId} was to be cancelled, said the farm, and is not`);
      for (const [jobId, job] of jobs) {
        if (job?.cancelRequestedAt === undefined) continue;
        const { cancelRequestedAt } = job;
        const steps = await farm.cloud.stepsOf(jobId);
        const late = steps.filter(({ predictedAt }) => predictedAt > cancelRequestedAt);
        if (late.length > 1)
          found.push(
            `job/${jobId} was cancelled at ${cancelRequestedAt} and made ${late.length} steps after it`,
          );
      }
      return found;
    },
  };
}
