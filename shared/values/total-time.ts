import type { Job } from "../contracts/job/job.ts";
import type { Timestamp } from "../contracts/values/ids.ts";

type Timed = Pick<Job, "createdAt" | "limits">;

/** When the time of limits.totalSeconds is over, milliseconds since 1970; Infinity for a job without that limit. */
export const totalDeadline = ({ createdAt, limits }: Timed): number =>
  limits.totalSeconds === undefined
    ? Number.POSITIVE_INFINITY
    : Date.parse(createdAt) + limits.totalSeconds * 1_000;

/** One sentence when it is over, else null. */
export const totalTimeOver = (job: Timed, now: Date): string | null =>
  now.getTime() < totalDeadline(job)
    ? null
    : `The job is older than limits.totalSeconds, ${job.limits.totalSeconds} s, including waiting.`;

/** No service notices so late that a time is over: the farm was down, or its clock was set. What waited is given its time again. */
export const isLongOver = (until: Timestamp, now: Date): boolean =>
  now.getTime() - Date.parse(until) > 60_000;
