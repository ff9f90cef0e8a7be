import type { Job, JobWait } from "#shared/contracts/job/job.ts";
import { defined } from "#shared/values/defined.ts";
import { totalDeadline } from "#shared/values/total-time.ts";

type Waited = Pick<Job, "waitedMilliseconds" | "turnMilliseconds" | "waiting">;
type Paused = Pick<Job, "pausedMilliseconds" | "pause">;

/** What the job has waited for its model service so far, the wait that is under way included. */
export const waitedMilliseconds = (job: Omit<Waited, "turnMilliseconds">, now: Date): number =>
  job.waitedMilliseconds + waitingFor(job, now);

/** For how long the wait that is under way has lasted. */
const waitingFor = ({ waiting }: Pick<Waited, "waiting">, now: Date): number =>
  waiting === undefined ? 0 : Math.max(0, now.getTime() - Date.parse(waiting.since));

/** What of limits.waitSeconds is used: waits for a turn with a service that serves are no outage. */
export const outageMilliseconds = (job: Waited, now: Date): number =>
  job.waitedMilliseconds -
  job.turnMilliseconds +
  (job.waiting?.turnFor === undefined ? waitingFor(job, now) : 0);

/** The job as it is when its wait is over, with what that took. */
export function withoutWait<Waiting extends Waited>(job: Waiting, now: Date): Omit<Waiting, "waiting"> {
  const { waiting, ...rest } = job;
  const milliseconds = waitingFor(job, now);
  return {
    ...rest,
    waitedMilliseconds: job.waitedMilliseconds + milliseconds,
    turnMilliseconds: job.turnMilliseconds + (waiting?.turnFor === undefined ? 0 : milliseconds),
  };
}

/** A wait for the job's turn, which keeps its device: when it comes is known. */
export function waitForTurn(
  job: Pick<Job, "waiting" | "createdAt" | "limits">,
  turn: { readonly reason: string; readonly model: string; readonly at: number; readonly hasDevice: boolean },
  now: Date,
): JobWait {
  const { reason, model, at, hasDevice } = turn;
  const before = job.waiting?.turnFor === undefined ? undefined : job.waiting;
  const until = new Date(Math.max(now.getTime(), Math.min(at, totalDeadline(job)))).toISOString();
  return {
    reason: reason.slice(0, 500),
    errorCode: "AllowanceUsed",
    turnFor: model,
    since: before?.since ?? now.toISOString(),
    until,
    attempts: (before?.attempts ?? 0) + 1,
    ...(hasDevice ? { deviceUntil: until } : {}),
  };
}

/** What the job has waited for people and for its caller's checks so far. */
export const pausedMilliseconds = ({ pausedMilliseconds: over, pause }: Paused, now: Date): number =>
  over + (pause === undefined ? 0 : Math.max(0, now.getTime() - Date.parse(pause.since)));

/** What of limits.timeoutSeconds is used. A job whose device was never claimed by a host has not started to run. */
export const workingSeconds = (
  job: Omit<Waited, "turnMilliseconds"> & Paused & Pick<Job, "startedAt">,
  now: Date,
): number => {
  if (job.startedAt === undefined) return 0;
  const idle = waitedMilliseconds(job, now) + pausedMilliseconds(job, now);
  return Math.max(0, now.getTime() - Date.parse(job.startedAt) - idle) / 1_000;
};

export interface VainAttempt {
  readonly job: Waited & Pick<Job, "limits" | "createdAt">;
  readonly hasDevice: boolean;
  readonly reason: string;
  readonly errorCode: string;
  /** What the service asked for; undefined when it did not say. */
  readonly retryAfterSeconds: number | undefined;
  readonly now: Date;
  /** From 0 to 1: jobs that were refused at once do not come back at once. */
  readonly random: number;
}

/** How long a job waits after it asked the model in vain; null when its limits leave it no such wait. */
export function nextWait(attempt: VainAttempt): JobWait | null {
  const { job, hasDevice, reason, errorCode, retryAfterSeconds, now, random } = attempt;
  const attempts = (job.waiting?.attempts ?? 0) + 1;
  const leftSeconds = job.limits.waitSeconds - outageMilliseconds(job, now) / 1_000;
  if (leftSeconds <= 0 || (retryAfterSeconds ?? 0) > leftSeconds) return null;
  const since = job.waiting?.since ?? now.toISOString();
  const pause = retryAfterSeconds
    ? Math.max(afterAsked(retryAfterSeconds, random), afterBackoff(attempts - trustedPauses, random))
    : afterBackoff(attempts, random);
  const deviceUntil = hasDevice ? later(since, job.limits.holdDeviceSeconds) : undefined;
  const totalLeftSeconds = Math.max(0, (totalDeadline(job) - now.getTime()) / 1_000);
  // The last try is at the very end of the wait; a job whose time is over then is judged.
  const until = later(now.toISOString(), Math.min(pause, leftSeconds, totalLeftSeconds));
  return { reason: reason.slice(0, 500), errorCode, since, until, attempts, ...defined({ deviceUntil }) };
}

const later = (from: string, seconds: number): string =>
  new Date(Date.parse(from) + Math.ceil(seconds * 1_000)).toISOString();

/** Never earlier, and a little later by chance. */
const afterAsked = (seconds: number, random: number): number => seconds + random * Math.min(seconds / 10, 10);

const firstPauseSeconds = 5;
const longestPauseSeconds = 300;
/** A service that asks for short pauses again and again is asked less often all the same: an execution's history is bounded. */
const trustedPauses = 3;

const afterBackoff = (attempts: number, random: number): number =>
  Math.min(firstPauseSeconds * 2 ** (attempts - 1), longestPauseSeconds) * (0.5 + random / 2);
