import type { Job, JobPause } from "#shared/contracts/job/job.ts";
import type { Question } from "#shared/contracts/job/question.ts";
import type { PredictActionInput, PredictActionOutput } from "#shared/contracts/workflow/predict-action.ts";
import { isLongOver, totalDeadline } from "#shared/values/total-time.ts";
import type { Services } from "../runtime/services.ts";

type Standing = Pick<JobPause, "callbackId" | "until" | "holdsDevice">;
type Stand = Extract<PredictActionOutput, { route: "stand" }>;

/** No two looks of a job come at one time. */
export const standIdAt = (now: Date): string => now.getTime().toString(36);

/** The job is paused until then; this turn comes again from a fresh look. */
export const standRoute = ({ callbackId, until, holdsDevice }: Standing, next: number, now: Date): Stand => ({
  route: "stand",
  callbackId,
  timeoutSeconds: Math.max(1, Math.ceil((Date.parse(until) - now.getTime()) / 1_000)),
  hold: holdsDevice,
  nextStepNumber: next,
  standId: standIdAt(now),
});

/** When nobody waits for an answer any more; at the end of the job's whole time in any case. */
export const answersUntil = (job: Job, from: Date, minutes: number): string =>
  new Date(
    Math.min(from.getTime() + minutes * 60_000, Math.max(totalDeadline(job), from.getTime())),
  ).toISOString();

interface Asked {
  readonly minutes: number;
  /** So long it may have taken from the end of the wait until this turn. */
  readonly slackSeconds?: number;
}

/**
 * Until when an open question is waited for yet. One whose timer came much too late is open again, for as long as at first
 * (docs/decisions/0280-late-timers.md). Null: its time is over, or it is closed.
 */
export async function openUntil(
  asked: Question,
  job: Job,
  { minutes, slackSeconds = 0 }: Asked,
  { repositories, now }: Pick<Services, "now" | "repositories">,
): Promise<string | null> {
  const at = now();
  if (asked.status !== "open") return null;
  if (at.toISOString() < asked.until) return asked.until;
  if (!isLongOver(asked.until, new Date(at.getTime() - slackSeconds * 1_000))) return null;
  const until = answersUntil(job, at, minutes);
  if (until <= at.toISOString()) return null;
  return (await repositories.questions.reopen(asked, until))?.until ?? null;
}

/** The pause continues until then, and what it took so far is counted. May be repeated. */
export async function standAgain(
  job: Job,
  pause: JobPause,
  { stepNumber }: Pick<PredictActionInput, "stepNumber">,
  { repositories, now }: Pick<Services, "now" | "repositories">,
): Promise<PredictActionOutput> {
  const at = now();
  await repositories.jobs.renewPause(job, { ...pause, since: at.toISOString() });
  return standRoute(pause, stepNumber, at);
}
