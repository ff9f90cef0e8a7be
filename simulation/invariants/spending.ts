import type { Invariant } from "./invariant.ts";

/** What calls have used was reserved before, what is reserved is within the limit, and what made a step is counted once. */
export const spending = (): Invariant => ({
  name: "spent is at most what was reserved, which is at most the limit",
  during: ({ jobs }) =>
    [...jobs].flatMap(([jobId, job]) => {
      if (job === null) return [];
      const { spentTokens, usage, limits } = job;
      const used = usage.inputTokens + usage.outputTokens;
      const most = limits.maxTokens;
      return [
        ...(used > spentTokens
          ? [`job/${jobId} used ${used} tokens of ${spentTokens} that were reserved`]
          : []),
        ...(most !== undefined && spentTokens > most
          ? [`job/${jobId} has reserved ${spentTokens} tokens of ${most}`]
          : []),
      ];
    }),
  async after({ farm, jobs, faults }) {
    // A call that was made for a screen or a device that is gone is counted and makes no step.
    if (faults.events.some(({ kind }) => kind !== "functions")) return [];
    const found: string[] = [];
    for (const [jobId, job] of jobs) {
      const counted = job?.usageByRole.agent?.calls ?? 0;
      const steps = await farm.cloud.stepsOf(jobId);
      const made = steps.reduce((sum, { usage }) => sum + usage.calls, 0);
      if (counted > made)
        found.push(`job/${jobId} counted ${counted} calls of its agent, and its steps ${made}`);
    }
    return found;
  },
});
