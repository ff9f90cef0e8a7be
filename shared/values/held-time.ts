import type { Job } from "../contracts/job/job.ts";

type Holder = Pick<Job, "heldSince" | "heldMilliseconds" | "finishedAt">;

/** For how long the job has had the device that it has now, milliseconds; 0: it has none. */
export function heldNow({ heldSince, finishedAt }: Omit<Holder, "heldMilliseconds">, now: Date): number {
  if (heldSince === undefined) return 0;
  const until = finishedAt === undefined ? now.getTime() : Date.parse(finishedAt);
  return Math.max(0, until - Date.parse(heldSince));
}

/** For how long it has had devices in all, milliseconds. */
export const heldInAll = (job: Holder, now: Date): number => job.heldMilliseconds + heldNow(job, now);
