import * as z from "zod";

/** Most clients abort a call after a minute without progress notifications. */
const usualWaitSeconds = 45;
const longestWaitSeconds = 600;

export const WaitSeconds = z
  .int()
  .min(0)
  .max(longestWaitSeconds)
  .default(usualWaitSeconds)
  .describe(
    `How long to wait for its end, at most ${longestWaitSeconds} s; 0: not at all. It continues when the wait is over: call again.`,
  );
