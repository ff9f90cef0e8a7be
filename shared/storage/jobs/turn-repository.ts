import type { AgentName } from "../../contracts/job/agent.ts";
import type { JobId, PoolName, TenantId, Timestamp, TurnId } from "../../contracts/values/ids.ts";
import { Turn, type TurnAnswer, type TurnStatus, type WorkerName } from "../../contracts/workflow/turn.ts";
import { Entity } from "../table/entity.ts";
import { entityConfig, expiring, keyTemplate, model, type TableAccess } from "../table/entity-setup.ts";
import { operationsOn } from "../table/operations-on.ts";
import {
  changeItem,
  conditionalCall,
  listItems,
  readItem,
  storageCall,
  wrote,
} from "../table/storage-call.ts";
import { attributesOf, checked, keyPart } from "../table/stored.ts";

/** Of the index that lists turns which wait: an item without it is in no list. */
const waitingKeys = ["waitingPartition", "waitingSort"] as const;

const createTurnEntity = (access: TableAccess) =>
  new Entity(
    {
      model: model("turn"),
      attributes: {
        ...attributesOf(Turn),
        tenantId: keyPart,
        jobId: keyPart,
        turnId: keyPart,
        agent: keyPart,
        pool: keyPart,
        claimableAt: keyPart,
        waitingPartition: { type: "string", field: "gsi1pk", hidden: true },
        waitingSort: { type: "string", field: "gsi1sk", hidden: true },
        deleteAfter: expiring(access),
      },
      indexes: {
        primary: {
          pk: keyTemplate("pk", ["tenantId", "jobId"], "{tenantId}#job#{jobId}"),
          sk: keyTemplate("sk", ["turnId"], "turn#{turnId}"),
        },
        waiting: {
          index: "gsi1",
          projection: "keys_only",
          pk: keyTemplate("gsi1pk", ["tenantId", "agent", "pool"], "{tenantId}#turns#{agent}#{pool}"),
          sk: keyTemplate("gsi1sk", ["claimableAt", "jobId", "turnId"], "{claimableAt}#{jobId}#{turnId}"),
        },
      },
    },
    entityConfig(access),
  );

const parseTurn = (found: unknown): Turn => checked(Turn, found, "a stored turn");

export interface TurnKey {
  readonly tenantId: TenantId;
  readonly jobId: JobId;
  readonly turnId: TurnId;
}

interface Claim extends TurnKey {
  readonly worker: WorkerName;
  readonly at: Timestamp;
  /** The claim lasts until then. */
  readonly until: Timestamp;
}

interface GivenAnswer extends TurnKey {
  readonly answer: TurnAnswer;
  readonly digest: string;
  readonly at: Timestamp;
}

interface WaitingOf {
  readonly tenantId: TenantId;
  readonly agent: AgentName;
  readonly pool: PoolName;
  /** Those that a worker may claim at this time. */
  readonly at: Timestamp;
  readonly limit: number;
}

const isUnanswered = ["open", "taken"] as const;

type TurnEntity = ReturnType<typeof createTurnEntity>;

/** Turns that outside agents are to take. */
export const createTurnRepository = (access: TableAccess) =>
  operationsOn(createTurnEntity(access), {
    open,
    get,
    latest,
    claim,
    answer,
    expire,
    fail,
    refuse,
    taken,
    waiting,
  });

/** From open or taken, once: of two that race one wins. */
const close = (
  entity: TurnEntity,
  { tenantId, jobId, turnId }: TurnKey,
  values: Pick<Partial<Turn>, "answer" | "answerDigest" | "answeredAt" | "failure"> & {
    readonly status: Exclude<TurnStatus, "open" | "taken">;
  },
  notAfter?: Timestamp,
) =>
  changeItem("close the turn", parseTurn, () =>
    entity
      .patch({ tenantId, jobId, turnId })
      .set(values)
      .remove(waitingKeys)
      .where((turn, is) => {
        const open = `(${isUnanswered.map((status) => is.eq(turn.status, status)).join(" OR ")})`;
        return notAfter === undefined ? open : `${open} AND ${is.gte(turn.until, notAfter)}`;
      }),
  );

/** False when it was opened already: what was stored first stands. */
const open = (entity: TurnEntity, turn: Turn) =>
  wrote("open the turn", () => entity.create(checked(Turn, turn, "a turn")).go());

const get = (entity: TurnEntity, { tenantId, jobId, turnId }: TurnKey) =>
  readItem("read the turn", parseTurn, entity.get({ tenantId, jobId, turnId }));

/** The job's last one; null before its first. */
async function latest(entity: TurnEntity, tenantId: TenantId, jobId: JobId): Promise<Turn | null> {
  const { data } = await storageCall("read the job's last turn", () =>
    entity.query.primary({ tenantId, jobId }).go({ order: "desc", limit: 1, consistent: true }),
  );
  return data[0] === undefined ? null : parseTurn(data[0]);
}

/** Null when another worker has it, or it is over. */
const claim = (entity: TurnEntity, { tenantId, jobId, turnId, worker, at, until }: Claim) =>
  changeItem("claim the turn", parseTurn, () =>
    entity
      .patch({ tenantId, jobId, turnId })
      // Its place in the index follows.
      .set({ status: "taken", claimedBy: worker, claimableAt: until })
      .where((turn, is) => {
        const open = `(${isUnanswered.map((status) => is.eq(turn.status, status)).join(" OR ")})`;
        const free = `(${is.eq(turn.claimedBy, worker)} OR ${is.lte(turn.claimableAt, at)})`;
        return `${open} AND ${free} AND ${is.gte(turn.until, at)}`;
      }),
  );

/** Null when it is over; whoever asks reads how it stands. */
const answer = (entity: TurnEntity, { answer, digest, at, ...key }: GivenAnswer): Promise<Turn | null> =>
  close(entity, key, { status: "answered", answer, answerDigest: digest, answeredAt: at }, at);

const expire = (entity: TurnEntity, key: TurnKey): Promise<Turn | null> =>
  close(entity, key, { status: "expired" });

const fail = (entity: TurnEntity, key: TurnKey, failure: string): Promise<Turn | null> =>
  close(entity, key, { status: "failed", failure });

/** Another post that could not be used; answers how many there were. Null when the turn is over. */
async function refuse(entity: TurnEntity, { tenantId, jobId, turnId }: TurnKey): Promise<number | null> {
  const refused = await conditionalCall("count a refused answer", () =>
    entity
      .patch({ tenantId, jobId, turnId })
      .data((turn, set) => set.add(turn.refusals, 1, 0))
      .where((turn, is) => isUnanswered.map((status) => is.eq(turn.status, status)).join(" OR "))
      .go({ response: "all_new" }),
  );
  return refused === null ? null : parseTurn(refused.data).refusals;
}

/** Turns that are kept for the worker that claimed them, or their job's turn before. */
const taken = (entity: TurnEntity, { tenantId, agent, pool, at }: Omit<WaitingOf, "limit">) =>
  listItems("list the turns that are taken", parseTurn, () =>
    entity.query
      .waiting({ tenantId, agent, pool })
      .gt({ claimableAt: `${at}~` })
      .go({ pages: "all", hydrate: true }),
  );

/** Turns that wait for a worker, the longest first. */
async function waiting(
  entity: TurnEntity,
  { tenantId, agent, pool, at, limit }: WaitingOf,
): Promise<readonly Turn[]> {
  const { data } = await storageCall("list the turns that wait", () =>
    entity.query
      .waiting({ tenantId, agent, pool })
      .lt({ claimableAt: `${at}~` })
      .go({ order: "asc", limit, hydrate: true }),
  );
  return data
    .map(parseTurn)
    .sort((a, b) => a.openedAt.localeCompare(b.openedAt) || a.turnId.localeCompare(b.turnId));
}
