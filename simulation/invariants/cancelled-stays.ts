import type { Invariant } from "./invariant.ts";

/** Between a claim and the line that tells of it. */
const claimedMilliseconds = 30_000;

/** The time that a cancelled job has is that of the request, and a call on the way to its write may be late and tried again. */
const writtenMilliseconds = 10_000;

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
      for (const [jobId, acknowledgedAt] of records.cancelled)
        if (acknowledgedAt !== null && jobs.get(jobId)?.cancelRequestedAt === undefined)
          found.push(`job/${jobId} was to be cancelled, said the farm, and is not`);
      for (const [jobId, job] of jobs) {
        if (job?.cancelRequestedAt === undefined) continue;
        const written = new Date(Date.parse(job.cancelRequestedAt) + writtenMilliseconds).toISOString();
        const at = records.cancelled.get(jobId) ?? written;
        const steps = await farm.cloud.stepsOf(jobId);
        const late = steps.filter(({ predictedAt }) => predictedAt > at);
        if (late.length > 1)
          found.push(`job/${jobId} was cancelled by ${at} and made ${late.length} steps after it`);
      }
      return found;
    },
  };
}
