import type { Job, JobStatus } from "../../contracts/job/job.ts";
import type { JobId, TenantId } from "../../contracts/values/ids.ts";
import type { WebhookFact } from "../../contracts/webhook/webhook-event.ts";
import { DroverError } from "../../errors/drover-error.ts";
import { quotaShare, shardsFrom } from "../../rules/quota/quota-shards.ts";
import type { TableAccess } from "../table/entity-setup.ts";
import { changeItem, readItem, storageCall } from "../table/storage-call.ts";
import { type TransactItem, transact } from "../table/transaction.ts";
import type { DueEvent } from "../webhooks/event-recorder.ts";
import { type JobEntity, parseJob } from "./job-entity.ts";
import { createJobFactsRows } from "./job-facts-rows.ts";
import { createQuotaEntity, type JobCounter, type QuotaEntity } from "./quota-entity.ts";

type JobPatch = ReturnType<JobEntity["patch"]>;

interface Move {
  /** Completes "could not …". */
  readonly operation: string;
  readonly tenantId: TenantId;
  readonly jobId: JobId;
  readonly to: JobStatus;
  /** What the step writes, and the conditions under which it does. */
  readonly change: (patch: JobPatch) => JobPatch;
  /** Of jobs that run; absent: none. */
  readonly mostRunning?: number | undefined;
  /** Of a step that ends the job: what webhooks are told, of the job as it is before it. */
  readonly tell?: (job: Job) => WebhookFact | null;
}

/** `noRoom`: as many run as may. Null: the step's own conditions do not hold. */
export type Moved = Job | "noRoom" | null;

/** Jobs that are counted in one item at the same moment are in each other's way. */
const mostTries = 20;

const counterOf = ({ status, batch }: Pick<Job, "status" | "batch">): JobCounter | null =>
  status === "finished"
    ? null
    : status === "running"
      ? "running"
      : batch === undefined
        ? "queued"
        : "batchQueued";

/**
 * The steps between a job's states. One that is counted for its tenant's quota changes its state and the counts in one transaction,
 * so that the counts are right at any moment, whoever dies between two writes; any other is one write as usual.
 */
export function createMoves(access: TableAccess, jobs: JobEntity) {
  const rows = createJobFactsRows(access);
  const shards = createQuotaEntity(access);
  // Most moves tell nobody.
  const events = async () => (await import("../webhooks/event-recorder.ts")).createEventRecorder(access);

  const read = async ({ tenantId, jobId }: Pick<Move, "tenantId" | "jobId">): Promise<Job | null> => {
    return readItem("read the job", parseJob, jobs.get({ tenantId, jobId }));
  };

  /** One try for a shard: `again` when somebody else was faster. */
  const tryCounted = async (
    job: Job,
    move: Move,
    shard: number,
    event: DueEvent | null,
  ): Promise<Moved | "again"> => {
    const { tenantId, jobId, to, change, operation } = move;
    const from = { counter: counterOf(job), shard: job.quotaShard ?? 0 };
    const onto = { counter: counterOf({ ...job, status: to }), shard };
    const patch = change(jobs.patch({ tenantId, jobId })).where((found, is) =>
      [is.eq(found.status, job.status), is.eq(found.quotaShard, from.shard)].join(" AND "),
    );
    const marked = to === "finished" ? patch.remove(["quotaShard"]) : patch.set({ quotaShard: shard });
    const counts = countMoves(
      shards,
      tenantId,
      from,
      onto,
      onto.counter === "running" ? move.mostRunning : undefined,
    );
    const { canceled, failed } = await storageCall(operation, () =>
      transact(access.dynamodb, [marked.commit(), ...counts, ...(event?.writes ?? [])]),
    );
    const after = await read(move);
    if (!canceled) return after;
    // The step's own conditions, unless the job has gone on meanwhile.
    if (failed[0] === true)
      return after?.status === job.status && after.quotaShard === job.quotaShard ? null : "again";
    return failed.some(Boolean) ? "noRoom" : "again";
  };

  const moveCounted = async (move: Move, event: DueEvent | null): Promise<Moved> => {
    for (let tries = 1; tries <= mostTries; tries += 1) {
      const job = await read(move);
      if (job?.quotaShard === undefined) return job === null || tries === 1 ? null : movePlain(move, event);
      const bound = move.to === "running" && job.status !== "running" ? move.mostRunning : undefined;
      const wanted = bound === undefined ? [job.quotaShard] : shardsFrom(job.quotaShard, bound);
      let moved: Moved | "again" = "again";
      for (const shard of wanted) {
        moved = await tryCounted(job, move, shard, event);
        if (moved !== "noRoom") break;
      }
      if (moved !== "again") return moved;
    }
    throw new DroverError(
      "StorageUnavailable",
      `Could not ${move.operation}: too many jobs are counted at the same time.`,
    );
  };

  const movePlain = async (move: Move, event: DueEvent | null): Promise<Job | null> => {
    const { operation, tenantId, jobId, change } = move;
    const patch = () =>
      change(jobs.patch({ tenantId, jobId })).where((job, is) => is.notExists(job.quotaShard));
    if (event !== null)
      return (await (await events()).writeWith(operation, event, patch)) === null ? null : read(move);
    return changeItem(operation, parseJob, () => patch());
  };

  const dueEvent = async (move: Move): Promise<DueEvent | null> => {
    const { tenantId, jobId: subject, tell } = move;
    if (tell === undefined) return null;
    return (await events()).due({
      ...{ tenantId, type: "job.finished", subject },
      tell: async () => {
        const job = await read(move);
        return job === null || job.status === "finished" ? null : tell(job);
      },
    });
  };

  return async (move: Move): Promise<Moved> => {
    const event = await dueEvent(move);
    const moved = (await movePlain(move, event)) ?? (await moveCounted(move, event));
    if (moved !== null && event !== null) await (await events()).send(event);
    // Without its facts a search reads the whole job.
    if (move.to === "finished" && moved !== null && moved !== "noRoom")
      await rows.keep(moved).catch(() => undefined);
    return moved;
  };
}

interface Place {
  /** Null: nowhere. */
  readonly counter: JobCounter | null;
  readonly shard: number;
}

/** At most one write of each shard: a transaction takes no two of one item. */
function countMoves(
  shards: QuotaEntity,
  tenantId: TenantId,
  from: Place,
  onto: Place,
  bound: number | undefined,
): readonly TransactItem[] {
  if (from.counter === onto.counter && from.shard === onto.shard) return [];
  const touched = new Set([
    ...(onto.counter === null ? [] : [onto.shard]),
    ...(from.counter === null ? [] : [from.shard]),
  ]);
  return [...touched].map((shard) => {
    const write = shards.update({ tenantId, shard }).data((found, set) => {
      if (from.counter !== null && from.shard === shard) set.add(found[from.counter], -1, 0);
      if (onto.counter !== null && onto.shard === shard) set.add(found[onto.counter], 1, 0);
    });
    if (bound === undefined || onto.counter !== "running" || onto.shard !== shard) return write.commit();
    const share = quotaShare(bound, shard);
    return write
      .where((found, is) => `${is.notExists(found.running)} OR ${is.lte(found.running, share - 1)}`)
      .commit();
  });
}
