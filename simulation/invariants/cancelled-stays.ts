import type { Invariant } from "./invariant.ts";

/** A cancelled job gets no device any more, and no turn begins: only one that had begun may still store its step. */
export function cancelledStays(): Invariant {
  const cancelled = new Set<string>();
  return {
    name: "a cancelled job stays cancelled",
    during({ jobs }) {
      for (const [jobId, job] of jobs) if (job?.cancelRequestedAt !== undefined) cancelled.add(jobId);
      return [];
    },
    heard: ({ message, answer, jobId }) =>
      message === "lease" && answer === "taken" && cancelled.has(String(jobId))
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
