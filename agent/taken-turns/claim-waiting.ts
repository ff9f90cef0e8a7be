import type { AgentName } from "#shared/contracts/job/agent.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { PoolName, TenantId } from "#shared/contracts/values/ids.ts";
import type { Turn, WorkerName } from "#shared/contracts/workflow/turn.ts";
import { claimSignal } from "../callbacks/turn-signals.ts";
import type { Services } from "../runtime/services.ts";
import { lookUntil } from "./look-until.ts";

/** So many are tried at one look: workers that claim at once take the first ones away from each other. */
const candidates = 25;

interface Claiming {
  readonly tenantId: TenantId;
  readonly agent: AgentName;
  readonly pool: PoolName | undefined;
  readonly worker: WorkerName;
  readonly waitSeconds: number;
  /** Look first for what a claim before this one took, whose answer was lost. */
  readonly again: boolean;
}

interface ClaimedTurn {
  readonly turn: Turn;
  readonly job: Job;
}

/** The turn of this agent that has waited longest, from now on this worker's; null: there was none in that time. */
export async function claimWaiting(claiming: Claiming, runtime: Services): Promise<ClaimedTurn | null> {
  const { tenantId, agent, pool, waitSeconds, again } = claiming;
  const lost = again ? await claimedBefore(claiming, runtime) : null;
  if (lost !== null) return lost;
  return lookUntil(claimSignal(tenantId, agent, pool), waitSeconds, runtime, () =>
    claimOne(claiming, runtime),
  );
}

async function claimOne(claiming: Claiming, runtime: Services): Promise<ClaimedTurn | null> {
  const { tenantId, agent, worker } = claiming;
  const { turns, jobs } = runtime.repositories;
  const at = runtime.now().toISOString();
  const pools = await poolsOf(claiming, runtime);
  const lists = await Promise.all(
    pools.map((pool) => turns.waiting({ tenantId, agent, pool, at, limit: candidates })),
  );
  const waiting = lists.flat().sort((a, b) => a.openedAt.localeCompare(b.openedAt));
  for (const turn of waiting) {
    if (turn.until < at) {
      // Its job ended without a word, or sees it in a moment.
      await turns.expire(turn);
      continue;
    }
    const claimed = await turns.claim({ ...turn, worker, at, until: turn.until });
    const job = claimed === null ? null : await jobs.get(tenantId, turn.jobId);
    if (claimed === null) continue;
    if (job !== null && job.status === "running") return { turn: claimed, job };
    await turns.expire(claimed);
  }
  return null;
}

/** Claims are in no index by their workers: only one who asks for it has them all looked through. */
async function claimedBefore(claiming: Claiming, runtime: Services): Promise<ClaimedTurn | null> {
  const { tenantId, agent, worker } = claiming;
  const { turns, jobs } = runtime.repositories;
  const at = runtime.now().toISOString();
  for (const pool of await poolsOf(claiming, runtime)) {
    for (const turn of await turns.taken({ tenantId, agent, pool, at })) {
      if (turn.claimedBy !== worker) continue;
      const claimed = await turns.claim({ ...turn, worker, at, until: turn.until });
      const job = claimed === null ? null : await jobs.get(tenantId, turn.jobId);
      if (claimed !== null && job?.status === "running") return { turn: claimed, job };
    }
  }
  return null;
}

async function poolsOf({ tenantId, pool }: Claiming, { repositories }: Pick<Services, "repositories">) {
  if (pool !== undefined) return [pool];
  return (await repositories.pools.list(tenantId)).map(({ pool: name }) => name);
}
