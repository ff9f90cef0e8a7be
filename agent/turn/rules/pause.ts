import { pauseCallback } from "#shared/contracts/job/callback.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { pauseDeadline, pauseHoldsUntil } from "#shared/values/pause-time.ts";
import type { Services } from "../../runtime/services.ts";
import { onFreshDevice } from "../../steps/fresh-device.ts";
import { standRoute } from "../../turn-state/pause-route.ts";
import { answerWith, type WaitOutcome } from "../../turn-state/turn-outcome.ts";
import { endWait } from "../../turn-state/wait-for-model.ts";
import type { TurnRule } from "../turn-rule.ts";

const deviceGivenBack = onFreshDevice("The job was paused for so long that its device was given back.");

/**
 * A paused job waits here: with its device as long as it may hold one, then without.
 * Each part may be repeated (docs/decisions/0186-pause-and-tell.md).
 */
export const pause: TurnRule = async ({ input: { stepNumber }, state: { job }, runtime }) => {
  const { pause: before, pauseRequestedAt } = job;
  if (pauseRequestedAt === undefined) return null;
  const now = runtime.now();
  const deadline = pauseDeadline(job, pauseRequestedAt);
  if (now.getTime() >= deadline)
    return answerWith({
      route: "release",
      end: { reason: "timeout", detail: `It was paused at ${pauseRequestedAt} and never resumed.` },
    });
  const since = before?.for === "resume" ? before.since : now.toISOString();
  const deviceUntil = pauseHoldsUntil(job, Date.parse(since), deadline);
  const hold = now.getTime() < deviceUntil;
  const until = hold ? deviceUntil : deadline;
  const standing = {
    for: "resume",
    callbackId: pauseCallback,
    since,
    until: new Date(until).toISOString(),
    holdsDevice: hold,
  } as const;
  // Resumed or ended at this moment: the turn runs again and sees it.
  if (!(await runtime.repositories.jobs.enterPause(job, standing))) return answerWith({ route: "predict" });
  await endWait(job, now, runtime);
  if (!hold) await giveBack(job, stepNumber - 1, runtime);
  runtime.logger.info("stands paused", { hold, until: standing.until });
  return answerWith(standRoute(standing, stepNumber, now));
};

/** Without a device it waits like a job for its first one: cancelling ends it at once. */
async function giveBack(
  job: Job,
  last: number,
  { repositories, now }: Pick<Services, "now" | "repositories">,
): Promise<void> {
  const { tenantId, jobId } = job;
  await repositories.jobs.requeue(job, last, now());
  if (last > 0)
    await repositories.steps.tell({ tenantId, jobId, stepNumber: last, feedback: deviceGivenBack });
}

/** Counts a pause that ended before this turn. */
export async function endPause(
  job: Job,
  { repositories, now }: Pick<Services, "now" | "repositories">,
): Promise<WaitOutcome> {
  const { tenantId, jobId, pause, pauseRequestedAt } = job;
  if (pause?.for !== "resume" || pauseRequestedAt !== undefined) return { kind: "none" };
  await repositories.jobs.endPause(tenantId, jobId, Math.max(0, now().getTime() - Date.parse(pause.since)));
  return { kind: "settled" };
}
