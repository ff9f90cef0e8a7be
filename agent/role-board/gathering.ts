import type { GatheringTurn } from "#shared/contracts/agent/gathering-turn.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { TenantId } from "#shared/contracts/values/ids.ts";
import type { Services } from "../runtime/services.ts";
import { leaveGatheringTurn, takeGatheringTurn } from "./take-gathering-turn.ts";
import { untilWritten } from "./until-written.ts";

const usualGatherSeconds = 600;
/** For setting up what was gathered, with every retry; then the turn is free whatever happened. */
const setUpSeconds = 900;

export const gatherSecondsOf = ({ limits }: Pick<Job, "limits">): number =>
  limits.gatherSeconds ?? usualGatherSeconds;

type Gatherer = Pick<Job, "tenantId" | "jobId">;
type Turn = Pick<GatheringTurn, "holder" | "line">;

/** Whether it is the job's turn to gather its devices; if not, it is in line. @throws StorageUnavailable */
export async function takeGathering(job: Job, runtime: Services): Promise<boolean> {
  let mine = false;
  await changeTurn(job.tenantId, runtime, (turn) => {
    const asked = takeGatheringTurn(turn, job.jobId, runtime.now(), gatherSecondsOf(job) + setUpSeconds);
    mine = asked.mine;
    return asked.turn;
  });
  return mine;
}

/** Gives the turn, or the place in line, back: to whoever asks next. @throws StorageUnavailable */
export const leaveGathering = ({ tenantId, jobId }: Gatherer, runtime: Services): Promise<void> =>
  changeTurn(tenantId, runtime, (turn) => leaveGatheringTurn(turn, jobId));

async function changeTurn(
  tenantId: TenantId,
  runtime: Services,
  change: (turn: Turn) => Turn | null,
): Promise<void> {
  const { gatheringTurns } = runtime.repositories;
  const attempt = async (): Promise<true | null> => {
    const stored = await gatheringTurns.get(tenantId);
    const revision = stored?.revision ?? 0;
    const next = change(stored ?? { line: [] });
    if (next === null) return true;
    const { holder, line } = next;
    const turn = { tenantId, revision: revision + 1, line, ...(holder === undefined ? {} : { holder }) };
    return (await gatheringTurns.write(turn, revision)) ? true : null;
  };
  await untilWritten(
    "Could not take the turn to gather devices: too many jobs ask at the same time.",
    attempt,
    runtime,
  );
}
