import type { Invariant } from "./invariant.ts";

/** What calls have used was reserved before, and what is reserved is within the limit. */
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
});
