import type { Job, JobWait } from "#shared/contracts/job/job.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import type { PredictActionOutput } from "#shared/contracts/workflow/predict-action.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { nextWait, outageMilliseconds, waitForTurn, withoutWait } from "../budget/waiting-time.ts";
import type { Services } from "../runtime/services.ts";
import { onFreshDevice } from "../steps/fresh-device.ts";
import { cancelledEnd } from "./loop-end.ts";

interface Waiter {
  readonly job: Job;
  /** Steps of the job, oldest first; null: it has no device. */
  readonly history: readonly Step[] | null;
  readonly runtime: Services;
}

/**
 * Between two looks at a waiting job, which a cancelled one needs to end. Without a device, cancelling ends it at once
 * (api/jobs/cancel-job.ts), and only a stop of all jobs has to be noticed: each look costs three transitions.
 */
const longestWait = { withDevice: 15_000, without: 60_000 };

/** Jobs may wait for their turns again and again: looks at a long wait are fewer, so that the execution's history has room. */
function pieceOf({ turnFor, since }: JobWait, now: Date): number {
  if (turnFor === undefined) return longestWait.withDevice;
  const waited = now.getTime() - Date.parse(since);
  return Math.min(longestWait.without, Math.max(longestWait.withDevice, waited / 4));
}

const deviceGivenBack = onFreshDevice(
  "The model service was away for so long that the device was given back.",
);

/**
 * The model was asked in vain: how the job waits for it (docs/faults.md E1).
 * @throws the error itself, when the job's limits leave it no further wait
 */
export async function waitForModel(waiter: Waiter, error: DroverError): Promise<PredictActionOutput> {
  const { history, runtime } = waiter;
  const isForTurn = error.code === "AllowanceUsed";
  const job = await afterOtherWait(waiter, isForTurn);
  if (isForTurn) return waitItsTurn({ ...waiter, job }, error);
  const { retryAfterSeconds } = error.details;
  const waiting = nextWait({
    job,
    hasDevice: history !== null,
    reason: error.message,
    errorCode: error.code,
    retryAfterSeconds: typeof retryAfterSeconds === "number" ? retryAfterSeconds : undefined,
    now: runtime.now(),
    random: runtime.random(),
  });
  if (waiting === null) throw outOfPatience(job, error, runtime.now());
  await runtime.repositories.jobs.wait(job.tenantId, job.jobId, waiting);
  runtime.logger.warn("waits for the model", { ...waiting });
  return goOnWaiting(waiter, waiting);
}

/** One wait is over when another kind of wait begins: each counts for itself. */
async function afterOtherWait({ job, runtime }: Waiter, isForTurn: boolean): Promise<Job> {
  if (job.waiting === undefined || (job.waiting.turnFor !== undefined) === isForTurn) return job;
  await endWait(job, runtime.now(), runtime);
  return withoutWait(job, runtime.now());
}

/** What the service allows is used by other jobs: it is asked in the job's turn (docs/decisions/0087-one-allowance-for-all.md). */
async function waitItsTurn(waiter: Waiter, { message, details }: DroverError): Promise<PredictActionOutput> {
  const { job, history, runtime } = waiter;
  const turn = {
    reason: message,
    model: String(details.model),
    at: Date.parse(String(details.until)),
    hasDevice: history !== null,
  };
  const waiting = waitForTurn(job, turn, runtime.now());
  await runtime.repositories.jobs.wait(job.tenantId, job.jobId, waiting);
  runtime.logger.info("waits for its turn with the model", { ...waiting });
  return goOnWaiting(waiter, waiting);
}

/** One more piece of a wait that is not over. A device that the wait outlasts is given back at once: others can use it. */
export async function goOnWaiting(waiter: Waiter, waiting: JobWait): Promise<PredictActionOutput> {
  const { job, history, runtime } = waiter;
  const until = (longest: number): string =>
    new Date(Math.min(Date.parse(waiting.until), runtime.now().getTime() + longest)).toISOString();
  if (history === null) return { route: "wait", until: until(longestWait.without) };
  // A device that its workflow lends it is not the job's to give back, and no other can take the place of a role's.
  const { deviceUntil } = job.parentJobId === undefined && job.roleOf === undefined ? waiting : {};
  if (deviceUntil === undefined || waiting.until <= deviceUntil)
    return { route: "wait", until: until(pieceOf(waiting, runtime.now())) };
  const { tenantId, jobId } = job;
  const { jobs, steps } = runtime.repositories;
  const last = history.at(-1)?.stepNumber ?? 0;
  if (!(await jobs.requeue(job, last, runtime.now()))) {
    const end = cancelledEnd((await jobs.get(tenantId, jobId)) ?? { ...job, status: "finished" }, null);
    if (end !== null) return { route: "release", end };
  }
  if (last > 0) await steps.tell({ tenantId, jobId, stepNumber: last, feedback: deviceGivenBack });
  return { route: "giveBack", until: until(longestWait.without) };
}

/** The model has answered: the wait is over, and counts against nothing but limits.waitSeconds. */
export async function endWait(
  job: Job,
  now: Date,
  { repositories }: Pick<Services, "repositories">,
): Promise<void> {
  if (job.waiting === undefined) return;
  const milliseconds = now.getTime() - Date.parse(job.waiting.since);
  await repositories.jobs.endWait(job, Math.max(0, milliseconds));
}

function outOfPatience(job: Job, error: DroverError, now: Date): DroverError {
  const waited = Math.round(outageMilliseconds(job, now) / 1_000);
  const { code, message, details, advice } = error;
  return new DroverError(
    code,
    `${message} The job has waited for it for ${waited} s; limits.waitSeconds is ${job.limits.waitSeconds}.`,
    {
      details,
      advice: [...advice, "Raise limits.waitSeconds, so that the job may wait longer."],
      cause: error,
    },
  );
}
