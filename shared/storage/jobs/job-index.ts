import { JobFacts } from "../../contracts/job/job-facts.ts";
import { type BatchId, JobId, type TenantId } from "../../contracts/values/ids.ts";
import { DroverError } from "../../errors/drover-error.ts";
import type { ListedFacts } from "../../rules/job-filter.ts";
import { idsWithin } from "../../values/ids-within.ts";
import { inParallel } from "../../values/in-parallel.ts";
import { storageCall } from "../table/storage-call.ts";
import { checked } from "../table/stored.ts";
import type { JobEntity } from "./job-entity.ts";
import type { JobFactsRows } from "./job-facts-rows.ts";

/** So many jobs are looked at for one list. */
export const mostSearched = 20_000;
/** What has ended is read again after that, and which jobs there are; those that are new or not at an end are read each time. */
const keptMilliseconds = 10 * 60_000;
const idsKeptMilliseconds = 60_000;
/** An index of the table may be so late, and so far may the clocks that made two ids be apart. */
const lateMilliseconds = 5 * 60_000;
/** Of the tenants that asked last. */
const mostTenants = 4;
/** A batch keeps its name. */
const mostNames = 2_000;
const keysAtOnce = 100;
const callsAtOnce = 16;

interface Row {
  readonly job: ListedFacts;
  readonly readAt: number;
}

interface IndexParts {
  readonly entity: JobEntity;
  readonly rows: JobFactsRows;
  readonly now: () => Date;
  readonly batchName: (tenantId: TenantId, batchId: BatchId) => Promise<string | undefined>;
}

/** What is known of a tenant's jobs. */
interface Known {
  /** Newest first, one more than are searched where there are more. */
  readonly ids: readonly JobId[];
  /** When all of them were read. */
  readonly wholeAt: number;
  readonly rows: Map<JobId, Row>;
}

interface LookedAt {
  readonly jobs: readonly ListedFacts[];
  readonly looked: readonly JobId[];
  /** There are more. */
  readonly isCut: boolean;
}

/**
 * What lists are searched and sorted by, of jobs that were read before: this process keeps what has ended
 * (docs/decisions/0304-jobs-are-searched-in-memory.md).
 */
export function createJobIndex(parts: IndexParts) {
  const { entity, now } = parts;
  const tenants = new Map<TenantId, Known>();
  const readFacts = factReader(parts);

  const idsBetween = idReader(entity);
  const knownOf = knownReader(idsBetween, now);

  /** Of the jobs of these ids, newest first. `keptFor`: what was read so long ago is read again. */
  return async (
    tenantId: TenantId,
    { first, last }: { readonly first: string; readonly last: string },
    keptFor = keptMilliseconds,
  ): Promise<LookedAt> => {
    const known = await knownOf(tenantId, tenants.get(tenantId));
    tenants.delete(tenantId);
    tenants.set(tenantId, known);
    for (const oldest of [...tenants.keys()].slice(0, -mostTenants)) tenants.delete(oldest);
    const { ids } = known;
    const isAllKnown = ids.length <= mostSearched || first >= (ids.at(-1) ?? "");
    // What is older than the newest of a large farm is looked at, and not kept.
    const rows = isAllKnown ? known.rows : new Map(known.rows);
    const asked = isAllKnown
      ? ids.filter((id) => id >= first && id <= last)
      : await idsBetween(tenantId, first, last);
    const looked = asked.slice(0, mostSearched);
    const since = now().getTime() - keptFor;
    const missing = looked.filter((id) => {
      const row = rows.get(id);
      return row?.job.status !== "finished" || row.readAt < since;
    });
    for (const jobId of missing) rows.delete(jobId);
    for (const row of await readFacts(tenantId, missing)) rows.set(row.job.jobId, row);
    return {
      jobs: looked.flatMap((id) => rows.get(id)?.job ?? []),
      looked,
      isCut: asked.length > mostSearched,
    };
  };
}

type IdReader = (tenantId: TenantId, first: string, last: string) => Promise<readonly JobId[]>;

/** The ids of jobs, newest first, one more than are searched where there are more. */
const idReader =
  (entity: JobEntity): IdReader =>
  async (tenantId, first, last) => {
    const keys = entity.query.byTenant({ tenantId }).between({ jobId: first }, { jobId: last });
    const found = await storageCall("search the jobs", () => keys.sortKeys("desc", mostSearched + 1));
    return found.filter((id): id is JobId => JobId.safeParse(id).success);
  };

/** Which jobs there are now: all are read again now and then, and between only those that are new. */
const knownReader =
  (idsBetween: IdReader, now: () => Date) =>
  async (tenantId: TenantId, before: Known | undefined): Promise<Known> => {
    const at = now().getTime();
    const isOld = before === undefined || before.wholeAt < at - idsKeptMilliseconds;
    const since = isOld ? undefined : new Date(at - idsKeptMilliseconds - lateMilliseconds).toISOString();
    const { first, last } = idsWithin({ from: since }) ?? anyId;
    const newest = await idsBetween(tenantId, first, last);
    if (isOld) {
      const rows = new Map(newest.flatMap((id) => pairOf(id, before?.rows.get(id))));
      return { ids: newest, wholeAt: at, rows };
    }
    const older = before.ids.filter((id) => id < first);
    return { ...before, ids: [...newest, ...older].slice(0, mostSearched + 1) };
  };

const anyId = { first: "0", last: "7ZZZZZZZZZZZZZZZZZZZZZZZZZ" };
const pairOf = (id: JobId, row: Row | undefined): readonly (readonly [JobId, Row])[] =>
  row ? [[id, row]] : [];

export type JobIndex = ReturnType<typeof createJobIndex>;

/** Of many jobs those that have ended are read together; the rest, and those that ended before their facts were kept, whole. */
function storedFacts({ entity, rows }: Pick<IndexParts, "entity" | "rows">) {
  async function readWhole(tenantId: TenantId, jobIds: readonly JobId[]): Promise<readonly JobFacts[]> {
    const keys = jobIds.map((jobId) => ({ tenantId, jobId }));
    const { data, unprocessed } = await storageCall("search the jobs", () => entity.getMany(keys));
    // A search that leaves out what was not read would look like one that found nothing.
    if (unprocessed.length > 0)
      throw new DroverError("StorageUnavailable", `${unprocessed.length} jobs could not be read.`);
    return data.map((found) => checked(JobFacts, found, "a stored job"));
  }

  return async (tenantId: TenantId, jobIds: readonly JobId[]): Promise<readonly JobFacts[]> => {
    const [newest, oldest] = [jobIds[0], jobIds.at(-1)];
    const isMany = jobIds.length > keysAtOnce && newest !== undefined && oldest !== undefined;
    const kept = isMany ? await rows.between(tenantId, oldest, newest) : [];
    const known = new Set(kept.map(({ jobId }) => jobId));
    const left = jobIds.filter((id) => !known.has(id));
    const parts = Array.from({ length: Math.ceil(left.length / keysAtOnce) }, (_, part) =>
      left.slice(part * keysAtOnce, (part + 1) * keysAtOnce),
    );
    const whole = await inParallel(parts, callsAtOnce, (part) => readWhole(tenantId, part));
    const asked = new Set(jobIds);
    return [...kept.filter(({ jobId }) => asked.has(jobId)), ...whole.flat()];
  };
}

/** Reads the facts of jobs, with the names of their batches. */
function factReader({ now, batchName, ...parts }: IndexParts) {
  const names = new Map<BatchId, string>();
  const readFacts = storedFacts(parts);

  async function nameOf(tenantId: TenantId, batchId: BatchId): Promise<void> {
    const name = await batchName(tenantId, batchId);
    if (names.size >= mostNames) names.clear();
    if (name !== undefined) names.set(batchId, name);
  }

  return async (tenantId: TenantId, jobIds: readonly JobId[]): Promise<readonly Row[]> => {
    const facts = await readFacts(tenantId, jobIds);
    const readAt = now().getTime();
    const unknown = new Set(
      facts.flatMap(({ batch }) => batch?.batchId ?? []).filter((id) => !names.has(id)),
    );
    await inParallel([...unknown], callsAtOnce, (batchId) => nameOf(tenantId, batchId));
    return facts.map((job) => ({
      job: { ...job, batchName: job.batch && names.get(job.batch.batchId) },
      readAt,
    }));
  };
}
