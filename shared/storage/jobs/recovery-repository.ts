import * as z from "zod";
import { Recovery } from "../../contracts/recovery/recovery.ts";
import { type JobId, type TenantId, Timestamp } from "../../contracts/values/ids.ts";
import { recoveryFailed } from "../../rules/webhook-facts.ts";
import { decodeCursor, encodeCursor, type Page, type PageRequest } from "../table/cursor.ts";
import { Entity } from "../table/entity.ts";
import { entityConfig, expiring, keyTemplate, model, type TableAccess } from "../table/entity-setup.ts";
import { operationsOn } from "../table/operations-on.ts";
import { readPage } from "../table/read-page.ts";
import { listItems, readItem, wrote } from "../table/storage-call.ts";
import { attributesOf, checked, keyPart } from "../table/stored.ts";
import { createEventRecorder } from "../webhooks/event-recorder.ts";
import { readEventPlace } from "./read-event-place.ts";

const createRecoveryEntity = (access: TableAccess) =>
  new Entity(
    {
      model: model("recovery"),
      attributes: {
        ...attributesOf(Recovery),
        tenantId: keyPart,
        jobId: keyPart,
        recoveryNumber: { type: "number", required: true, padding: { length: 2, char: "0" } },
        recoveryId: keyPart,
        startedAt: keyPart,
        turn: { type: "number" },
        deleteAfter: expiring(access),
      },
      indexes: {
        primary: {
          pk: keyTemplate("pk", ["tenantId", "jobId"], "{tenantId}#job#{jobId}"),
          sk: keyTemplate("sk", ["recoveryNumber"], "recovery#{recoveryNumber}"),
        },
        byTenant: {
          index: "gsi1",
          projection: "keys_only",
          pk: keyTemplate("gsi1pk", ["tenantId"], "{tenantId}#recoveries"),
          sk: keyTemplate("gsi1sk", ["startedAt", "recoveryId"], "{startedAt}#{recoveryId}"),
        },
      },
    },
    entityConfig(access),
  );

const parseRecovery = (found: unknown): Recovery => checked(Recovery, found, "a stored recovery");

/** When it began, and its id: its place in the tenant's list. */
const placeOf = ({ startedAt, recoveryId }: Recovery): string => `${startedAt}#${recoveryId}`;
const RecoveryPlace = z.string().regex(/^[^#]+#[0-9A-Z]{26}-\d+$/);

/** `from` is in, `to` is not. */
export interface TimeRange {
  readonly from?: Timestamp | undefined;
  readonly to?: Timestamp | undefined;
}

const partsOf = (access: TableAccess) => ({
  access,
  entity: createRecoveryEntity(access),
  events: createEventRecorder(access),
});
type Parts = ReturnType<typeof partsOf>;

export const createRecoveryRepository = (access: TableAccess) =>
  operationsOn(partsOf(access), { create, save, get, listByJob, list });

function put({ entity }: Parts, recovery: Recovery) {
  const item = checked(Recovery, recovery, "a recovery");
  return entity.put(item);
}

/** False when the job has one of this number: what was stored first stands. */
const create = ({ entity }: Parts, recovery: Recovery) =>
  wrote("store the recovery", () => entity.create(checked(Recovery, recovery, "a new recovery")).go());

/** The whole of it after another turn. False when that turn, or one after it, is stored already. */
async function save(parts: Parts, recovery: Recovery): Promise<boolean> {
  const write = () => put(parts, recovery).where((stored, is) => is.lt(stored.turn, recovery.turn));
  const { tenantId, jobId, recoveryId, endedAt } = recovery;
  if (endedAt === undefined) return wrote("store the recovery", () => write().go());
  const ended = {
    ...{ tenantId, type: "recovery.failed" as const, subject: recoveryId },
    tell: async () => recoveryFailed(recovery, await readEventPlace(parts.access, { tenantId, jobId })),
  };
  return (await parts.events.write("end the recovery", ended, write)) !== null;
}

const get = ({ entity }: Parts, tenantId: TenantId, jobId: JobId, recoveryNumber: number) =>
  readItem("read the recovery", parseRecovery, entity.get({ tenantId, jobId, recoveryNumber }));

/** All of one job, the first first. They are few. */
const listByJob = ({ entity }: Parts, tenantId: TenantId, jobId: JobId) =>
  listItems("list the job's recoveries", parseRecovery, () =>
    entity.query.primary({ tenantId, jobId }).go({ pages: "all", consistent: true }),
  );

/** All of the tenant's, newest first. */
async function list(
  { entity }: Parts,
  tenantId: TenantId,
  request: PageRequest & TimeRange,
): Promise<Page<Recovery>> {
  const { from = earliest, to = latest, cursor } = request;
  const list = `${tenantId}/recoveries/${from}/${to}`;
  const last = cursor === undefined ? to : decodeCursor(list, cursor, RecoveryPlace);
  const [startedAt = "", recoveryId = ""] = last.split("#");
  const end = recoveryId === "" ? { startedAt } : { startedAt, recoveryId };
  return readPage({
    operation: "list the recoveries",
    request,
    find: async (limit) => {
      const found = await entity.query
        .byTenant({ tenantId })
        .between({ startedAt: from }, end)
        .go({ order: "desc", limit: limit + 1, hydrate: true });
      // Both ends belong to a range in DynamoDB.
      return { ...found, data: found.data.filter((item) => placeOf(parseRecovery(item)) < last) };
    },
    parse: parseRecovery,
    place: placeOf,
    newestFirst: true,
    cursorAfter: (recovery) => encodeCursor(list, placeOf(recovery)),
  });
}

const earliest = Timestamp.parse("0000-01-01T00:00:00.000Z");
const latest = Timestamp.parse("9999-12-31T23:59:59.999Z");
