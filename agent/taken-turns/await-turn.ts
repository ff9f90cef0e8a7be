import { turnCallback } from "#shared/contracts/job/callback.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { JobId, TenantId, TurnId } from "#shared/contracts/values/ids.ts";
import { isOpenTurn, type Turn, type WorkerName } from "#shared/contracts/workflow/turn.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { openLoss } from "#shared/rules/device-loss.ts";
import { deliverCallback, turnAgain } from "../callbacks/deliver-callback.ts";
import { jobSignal, turnSignals } from "../callbacks/turn-signals.ts";
import { findJob } from "../runtime/find-job.ts";
import type { Services } from "../runtime/services.ts";
import { lookUntil } from "./look-until.ts";

interface Asked {
  readonly tenantId: TenantId;
  readonly jobId: JobId;
  readonly worker?: WorkerName | undefined;
  readonly waitSeconds: number;
  /** This one was answered: the one after it is meant. */
  readonly after?: TurnId;
}

interface TurnNow {
  readonly turn: Turn | null;
  readonly job: Job;
}

/**
 * The turn that the job's agent is to take, waited for if there is none; null when the time is over or the job is. A wait is one
 * short question after another: none is held open in the table.
 * @throws NotFound, TurnTaken when another worker has it
 */
export async function awaitTurn(
  { tenantId, jobId, worker, waitSeconds, after }: Asked,
  runtime: Services,
): Promise<TurnNow> {
  let job = await findJob(tenantId, jobId, runtime);
  const found = await lookUntil(
    jobSignal(tenantId, jobId),
    waitSeconds,
    runtime,
    async (isLast, looks): Promise<TurnNow | null> => {
      const turn = await runtime.repositories.turns.latest(tenantId, jobId);
      if (
        job.status !== "finished" &&
        turn !== null &&
        turn.turnId !== after &&
        isOpenTurn(turn, runtime.now())
      )
        return { turn: await takenBy(worker, turn, runtime), job };
      // Most waits end with a turn: where nobody tells of a job's end either, it is seen a little later.
      if (isLast || turnSignals.isTold || looks % 3 === 0) job = await findJob(tenantId, jobId, runtime);
      if (job.status === "finished" || openLoss(job) !== null) return { turn: null, job };
      if (isLast && turn?.status === "answered") await tellAgain(turn, runtime);
      return null;
    },
  );
  return found ?? { turn: null, job };
}

/** Whoever asks in time keeps it to its end. @throws TurnTaken */
async function takenBy(
  worker: WorkerName | undefined,
  turn: Turn,
  runtime: Pick<Services, "now" | "repositories">,
): Promise<Turn> {
  const { claimedBy, claimableAt, until } = turn;
  const at = runtime.now().toISOString();
  if (claimedBy === undefined && worker === undefined) return turn;
  if (claimedBy === worker && claimableAt >= until) return turn;
  if (worker !== undefined) {
    const claimed = await runtime.repositories.turns.claim({ ...turn, worker, at, until });
    if (claimed !== null) return claimed;
  } else if (claimableAt <= at) return turn;
  throw takenError(turn);
}

export const takenError = ({ turnId, claimedBy = "another worker" }: Turn): DroverError =>
  new DroverError("TurnTaken", `The turn ${turnId} is taken by '${claimedBy}'.`);

/** The wait for a turn that was taken continues when the process that took it died before it told the job. */
const tellAgain = ({ tenantId, jobId, turnId }: Turn, runtime: Services): Promise<void> =>
  deliverCallback({ tenantId, jobId, callbackId: turnCallback(turnId) }, turnAgain, runtime);
