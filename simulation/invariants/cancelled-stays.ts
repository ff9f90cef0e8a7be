import type { JobId } from "#shared/contracts/values/ids.ts";
import { tenantId } from "../farm/simulated-cloud.ts";
import type { Invariant } from "./invariant.ts";

/** A turn that had begun may end, and a stop switch may be some seconds old. */
const graceMilliseconds = 60_000;

/** Whoever cancelled a job sees it get no device any more, and soon no action. */
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
    async after({ farm, jobs }) {
      const found: string[] = [];
      for (const [jobId, job] of jobs) {
        if (job?.cancelRequestedAt === undefined) continue;
        const last = Date.parse(job.cancelRequestedAt) + graceMilliseconds;
        const { items } = await farm.cloud.repositories.steps.list(tenantId, jobId as JobId, { limit: 100 });
        const late = items.find(({ predictedAt }) => Date.parse(predictedAt) > last);
        if (late !== undefined)
          found.push(
            `job/${jobId} was cancelled at ${job.cancelRequestedAt} and acted at ${late.predictedAt}`,
          );
      }
      return found;
    },
  };
}
