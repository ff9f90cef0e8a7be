import { Batch, type BatchStatus } from "../../contracts/batch/batch.ts";
import type { BatchName } from "../../contracts/values/batch-ids.ts";
import { BatchId, type TenantId, type Timestamp } from "../../contracts/values/ids.ts";
import { DroverError } from "../../errors/drover-error.ts";
import { hasEnded } from "../../rules/batch/has-ended.ts";
import { batchFinished } from "../../rules/webhook-facts.ts";
import { encodeCursor, type Page, type PageRequest } from "../table/cursor.ts";
import { Entity } from "../table/entity.ts";
import { entityConfig, keyTemplate, model, type TableAccess } from "../table/entity-setup.ts";
import { operationsOn } from "../table/operations-on.ts";
import { readFilteredPage } from "../table/read-filtered-page.ts";
import { readList } from "../table/read-page.ts";
import { conditionalCall, readItem, storageCall, wrote } from "../table/storage-call.ts";
import { attributesOf, checked, keyPart } from "../table/stored.ts";
import { createEventRecorder } from "../webhooks/event-recorder.ts";

/** A batch heads its own partition, where its items and its counts lie too (batch-item-repository.ts). */
const createBatchEntity = (access: TableAccess) =>
  new Entity(
    {
      model: model("batch"),
      attributes: {
        ...attributesOf(Batch),
        tenantId: keyPart,
        batchId: keyPart,
        revision: { type: "number" },
      },
      indexes: {
        primary: {
          pk: keyTemplate("pk", ["tenantId", "batchId"], "{tenantId}#batch#{batchId}"),
          sk: keyTemplate("sk", [], "batch"),
        },
        byTenant: {
          index: "gsi1",
          projection: "keys_only",
          pk: keyTemplate("gsi1pk", ["tenantId"], "{tenantId}#batches"),
          sk: keyTemplate("gsi1sk", ["batchId"], "{batchId}"),
        },
      },
    },
    entityConfig(access),
  );

/** Says which batch has a name: the first that asked for it. */
const createBatchNameEntity = (access: TableAccess) =>
  new Entity(
    {
      model: model("batchName"),
      attributes: { tenantId: keyPart, name: keyPart, batchId: keyPart, createdAt: { type: "string" } },
      indexes: {
        primary: {
          pk: keyTemplate("pk", ["tenantId", "name"], "{tenantId}#batchname#{name}"),
          sk: keyTemplate("sk", [], "batchName"),
        },
      },
    },
    entityConfig(access),
  );

const parseBatch = (found: unknown): Batch => checked(Batch, found, "a stored batch");

/** A batch that continues ends again: that is another event. */
const endOf = (batch: Batch) => ({
  ...{ tenantId: batch.tenantId, type: "batch.finished" as const },
  subject: `${batch.batchId} ${batch.revision}`,
  tell: async () => batchFinished(batch),
});

/** So many writers of one batch may be in each other's way. */
const mostTries = 20;

const partsOf = (access: TableAccess) => ({
  entity: createBatchEntity(access),
  names: createBatchNameEntity(access),
  events: createEventRecorder(access),
});
type Parts = ReturnType<typeof partsOf>;

export const createBatchRepository = (access: TableAccess) =>
  operationsOn(partsOf(access), { get, claimName, byName, create, change, list });

const get = ({ entity }: Parts, tenantId: TenantId, batchId: BatchId) =>
  readItem("read the batch", parseBatch, entity.get({ tenantId, batchId }));

async function idOfName({ names }: Parts, tenantId: TenantId, name: BatchName): Promise<BatchId | null> {
  const { data } = await storageCall("read the batch's name", () =>
    names.get({ tenantId, name }).go({ consistent: true }),
  );
  return data === null ? null : checked(BatchId, data.batchId, "a stored batch id");
}

/** The batch that has the name: this one when it is free. Its item may not be stored yet. */
async function claimName(
  parts: Parts,
  tenantId: TenantId,
  name: BatchName,
  batchId: BatchId,
  at: Timestamp,
): Promise<BatchId> {
  const claimed = await conditionalCall("claim the batch's name", () =>
    parts.names.create({ tenantId, name, batchId, createdAt: at }).go(),
  );
  return claimed === null ? ((await idOfName(parts, tenantId, name)) ?? batchId) : batchId;
}

async function byName(parts: Parts, tenantId: TenantId, name: BatchName): Promise<Batch | null> {
  const batchId = await idOfName(parts, tenantId, name);
  return batchId === null ? null : get(parts, tenantId, batchId);
}

/** False when it exists already; the stored one stays as it is. */
const create = ({ entity }: Parts, batch: Batch) =>
  wrote("store the batch", () => entity.create(checked(Batch, batch, "a new batch")).go());

/**
 * Changes the batch as `decide` says of what is stored: asked again when somebody else wrote meanwhile; its null leaves the
 * batch as it is. Answers the batch as it then stands, null when there is none.
 */
async function change(
  parts: Parts,
  tenantId: TenantId,
  batchId: BatchId,
  decide: (batch: Batch) => Partial<Batch> | null,
): Promise<Batch | null> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const stored = await get(parts, tenantId, batchId);
    if (stored === null) return null;
    const change = decide(stored);
    if (change === null) return stored;
    const { revision } = stored;
    const item = checked(Batch, { ...stored, ...change, revision: revision + 1 }, "a batch");
    const put = () => parts.entity.put(item).where((batch, is) => is.eq(batch.revision, revision));
    const written =
      hasEnded(item) && !hasEnded(stored)
        ? await parts.events.write("end the batch", endOf(item), put)
        : await conditionalCall("change the batch", () => put().go());
    if (written !== null) return item;
  }
  throw new DroverError("StorageUnavailable", `Too many requests change batch ${batchId} at the same time.`);
}

/** Newest first. */
async function list(
  { entity }: Parts,
  tenantId: TenantId,
  { status, ...request }: PageRequest & { readonly status?: BatchStatus | undefined },
): Promise<Page<Batch>> {
  const list = `${tenantId}/batches/${status ?? "all"}`;
  const cursorAfter = ({ batchId }: Batch): string => encodeCursor(list, batchId);
  const all = entity.query.byTenant({ tenantId });
  const read = (page: PageRequest): Promise<Page<Batch>> =>
    readList(page, {
      ...{ operation: "list the batches", list, all },
      how: { order: "desc", hydrate: true },
      ...{ by: "batchId", values: BatchId, parse: parseBatch },
    });
  if (status === undefined) return read(request);
  return readFilteredPage({ request, read, cursorAfter, fits: (batch) => batch.status === status });
}
