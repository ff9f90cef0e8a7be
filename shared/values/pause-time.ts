import { type Job, longestPauseSeconds } from "../contracts/job/job.ts";
import { totalDeadline } from "./total-time.ts";

/** Who was paused before then has been for too long. */
export const pausedTooLong = (now: string): string =>
  new Date(Date.parse(now) - longestPauseSeconds * 1_000).toISOString();

/** When the pause ends at the latest, milliseconds since 1970: the job ends with it. */
export const pauseDeadline = (job: Pick<Job, "createdAt" | "limits">, pauseRequestedAt: string): number =>
  Math.min(Date.parse(pauseRequestedAt) + longestPauseSeconds * 1_000, totalDeadline(job));

/** How long a device that stands paused may be kept. A device that its workflow lends it is not the job's to give back. */
export const pauseHoldsUntil = (
  { limits, parentJobId }: Pick<Job, "limits" | "parentJobId">,
  since: number,
  deadline: number,
): number =>
  parentJobId === undefined ? Math.min(since + limits.holdDeviceSeconds * 1_000, deadline) : deadline;
