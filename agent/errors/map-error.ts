import type { Job } from "#shared/contracts/job/job.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import type { MapErrorInput, MapErrorOutput } from "#shared/contracts/workflow/map-error.ts";
import { forfeitAhead } from "../budget/settlement.ts";
import { type Failure, namedByHost, readFailure } from "../runtime/failure.ts";
import type { Runtime, Services } from "../runtime/services.ts";
import { onFreshDevice } from "../steps/fresh-device.ts";
import { chooseRoute, type Situation } from "./choose-route.ts";
import { closeOpenStep } from "./close-open-step.ts";
import { mayHaveTold } from "./may-have-told.ts";
import { recoverInstead } from "./recover-instead.ts";
import { snapshotError } from "./snapshot-error.ts";

const lostDevice = onFreshDevice("The device was lost.");

/** Keeps what there is to know of an error and decides how the job continues. */
export async function mapError(input: MapErrorInput, runtime: Runtime<"map-error">): Promise<MapErrorOutput> {
  const { tenantId, jobId, stepNumber } = input;
  const { jobs, steps } = runtime.repositories;
  const failure = readFailure(namedByHost(input));
  const [job, latest] = await Promise.all([
    jobs.get(tenantId, jobId),
    steps.list(tenantId, jobId, { limit: 1, newestFirst: true }),
  ]);
  const lastStep: Step | null = latest.items[0] ?? null;
  const repeated = await isRepeated(input, failure, job?.lastErrorId, runtime);
  const errorId = await snapshotError(input, failure, lastStep, runtime);
  await Promise.all([
    closeOpenStep(lastStep, input, failure, errorId, runtime),
    jobs.setLastError(tenantId, jobId, errorId, failure.name.slice(0, 80)),
    job !== null && input.stateName === "PredictAction" ? forfeitAhead(job, runtime) : undefined,
  ]);
  // A number that is taken is never used again: what was stored under it is evidence.
  const taken = lastStep !== null && lastStep.stepNumber >= stepNumber;
  const nextStepNumber = taken ? lastStep.stepNumber + 1 : stepNumber;
  const told = job !== null && input.lease !== null && (await mayHaveTold(job, runtime));
  const situation = {
    ...{ input, job, failure, nextStepNumber, repeated, now: runtime.now() },
    mayHaveTold: told,
  };
  const route =
    (await recoverInstead(situation, runtime)) ??
    (await waitIfNeeded(situation, lastStep?.stepNumber ?? 0, runtime));
  if ((route.route === "reacquire" || route.route === "lost") && lastStep !== null) {
    await steps.tell({ tenantId, jobId, stepNumber: lastStep.stepNumber, feedback: lostDevice });
  }
  runtime.logger.warn("mapped", { ...route, code: failure.name, state: input.stateName, errorId });
  return route;
}

/** A job that has no device any more is queued, and waits for another or for its user, unless it was cancelled in this very moment. */
async function waitIfNeeded(
  situation: Situation,
  lastStepNumber: number,
  { repositories }: Pick<Services, "repositories">,
): Promise<MapErrorOutput> {
  const route = chooseRoute(situation);
  const { tenantId, jobId } = situation.input;
  const { job, now } = situation;
  if ((route.route !== "reacquire" && route.route !== "lost") || job === null) return route;
  if (route.route === "lost") await noteLoss(situation, repositories);
  if (await repositories.jobs.requeue(job, lastStepNumber, now)) {
    await forgetChecks(job, situation, repositories);
    return route;
  }
  return chooseRoute({ ...situation, job: await repositories.jobs.get(tenantId, jobId) });
}

/** Its host may have said why before. */
async function noteLoss(
  { input, failure, now }: Situation,
  { jobs }: Services["repositories"],
): Promise<void> {
  const { tenantId, jobId, lease } = input;
  if (lease === null) return;
  const reason = (failure.message || failure.name).slice(0, 500);
  const { deviceId, epoch } = lease;
  const loss = { deviceId, epoch, at: now.toISOString(), reason };
  await jobs.noteDeviceLost(tenantId, jobId, loss);
}

/** The caller looked at the device that is lost: he is asked again when the next is to be judged, and has as long as before. */
async function forgetChecks(
  { tenantId, jobId, pause }: Job,
  { now }: Situation,
  { checks, jobs }: Services["repositories"],
): Promise<void> {
  if (pause?.for !== "checks") return;
  for (const check of await checks.listByJob(tenantId, jobId)) await checks.forget(check);
  await jobs.endPause(tenantId, jobId, Math.max(0, now.getTime() - Date.parse(pause.since)));
}

/** The same failure of the same device twice running. */
async function isRepeated(
  { tenantId, jobId, lease }: MapErrorInput,
  failure: Failure,
  lastErrorId: Parameters<Services["repositories"]["errors"]["get"]>[2] | undefined,
  runtime: Pick<Services, "repositories">,
): Promise<boolean> {
  if (lastErrorId === undefined || lease === null) return false;
  const last = await runtime.repositories.errors.get(tenantId, jobId, lastErrorId);
  return last !== null && last.code === failure.name && last.deviceId === lease.deviceId;
}
