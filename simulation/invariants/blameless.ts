import type { Invariant } from "./invariant.ts";

/** The practice model does every task of the workload: whatever did not succeed was the farm's doing, and must not count against the agent. */
export const blameless = (): Invariant => ({
  name: "no fault of the infrastructure is blamed on the agent",
  after: ({ jobs, cancelled, stops }) =>
    [...jobs].flatMap(([jobId, job]) => {
      const { outcome, endReason, outcomeReason } = job ?? {};
      if (outcome === "failed" || outcome === "refused" || outcome === "invalid")
        return [`job/${jobId} is ${outcome} (${endReason}): ${outcomeReason}`];
      const isStopped = stops.some(
        ({ tenantId, answered }) => job?.tenantId === tenantId && job.createdAt <= answered,
      );
      return outcome === "cancelled" && !cancelled.has(jobId) && !isStopped
        ? [`job/${jobId} is cancelled, and nobody asked for that`]
        : [];
    }),
});
