import { Batch, type BatchStatus } from "../../contracts/batch/batch.ts";
import type { BatchName } from "../../contracts/values/batch-ids.ts";
import { BatchId, type TenantId, type Timestamp } from "../../contracts/values/ids.ts";
import { DroverError } from "../../errors/drover-error.ts";
import { hasEnded } from "../../rules/batch/has-ended.ts";
import { batchFinished } from "../../rules/webhook-facts.ts";
import { decodeCursor, encodeCursor, type Page, type PageRequest } from "../table/cursor.ts";
import { Entity } from "../table/entity.ts";
import { entityConfig, keyTemplate, model, type TableAccess } from "../table/entity-setup.ts";
import { readFilteredPage } from "../table/read-filtered-page.ts";
import { readPage } from "../table/read-page.ts";
import { conditionalCall, storageCall } from "../table/storage-call.ts";
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

/** A batch that goes on ends again: that is another event. */
const endOf = (batch: Batch) => ({
  ...{ tenantId: batch.tenantId, type: "batch.finished" as const },
  subject: `${batch.batchId} ${batch.revision}`,
  tell: async () => batchFinished(batch),
});

/** So many writers of one batch may be in each other's way. */
const mostTries = 20;

export function createBatchRepository(access: TableAccess) {
  const entity = createBatchEntity(access);
  const names = createBatchNameEntity(access);
  const events = createEventRecorder(access);

  const get = async (tenantId: TenantId, batchId: BatchId): Promise<Batch | null> => {
    const { data } = await storageCall("read the batch", () =>
      entity.get({ tenantId, batchId }).go({ consistent: true }),
    );
    return data === null ? null : parseBatch(data);
  };

  const idOfName = async (tenantId: TenantId, name: BatchName): Promise<BatchId | null> => {
    const { data } = await storageCall("read the batch's name", () =>
      names.get({ tenantId, name }).go({ consistent: true }),
    );
    return data === null ? null : checked(BatchId, data.batchId, "a stored batch id");
  };

  return {
    get,

    /** The batch that has the name: this one when it is free. Its item may not be stored yet. */
    async claimName(tenantId: TenantId, name: BatchName, batchId: BatchId, at: Timestamp): Promise<BatchId> {
      const claimed = await conditionalCall("claim the batch's name", () =>
        names.create({ tenantId, name, batchId, createdAt: at }).go(),
      );
      return claimed === null ? ((await idOfName(tenantId, name)) ?? batchId) : batchId;
    },

    async byName(tenantId: TenantId, name: BatchName): Promise<Batch | null> {
      const batchId = await idOfName(tenantId, name);
      return batchId === null ? null : get(tenantId, batchId);
    },

    /** False when it exists already; the stored one stays as it is. */
    async create(batch: Batch): Promise<boolean> {
      const item = checked(Batch, batch, "a new batch");
      return (await conditionalCall("store the batch", () => entity.create(item).go())) !== null;
    },

    /**
     * Changes the batch as `decide` says of what is stored: asked again when somebody else wrote meanwhile; its null leaves the
     * batch as it is. Answers the batch as it then stands, null when there is none.
     */
    async change(
      tenantId: TenantId,
      batchId: BatchId,
      decide: (batch: Batch) => Partial<Batch> | null,
    ): Promise<Batch | null> {
      for (let tries = 0; tries < mostTries; tries += 1) {
        const stored = await get(tenantId, batchId);
        if (stored === null) return null;
        const change = decide(stored);
        if (change === null) return stored;
        const { revision } = stored;
        const item = checked(Batch, { ...stored, ...change, revision: revision + 1 }, "a batch");
        const put = () => entity.put(item).where((batch, is) => is.eq(batch.revision, revision));
        const written =
          hasEnded(item) && !hasEnded(stored)
            ? await events.write("end the batch", endOf(item), put)
            : await conditionalCall("change the batch", () => put().go());
        if (written !== null) return item;
      }
      throw new DroverError("StorageUnavailable", `Batch ${batchId} is being changed by too many at once.`);
    },

    /** Newest first. */
    async list(
      tenantId: TenantId,
      { status, ...request }: PageRequest & { readonly status?: BatchStatus | undefined },
    ): Promise<Page<Batch>> {
      const list = `${tenantId}/batches/${status ?? "all"}`;
      const cursorAfter = ({ batchId }: Batch): string => encodeCursor(list, batchId);
      const read = (page: PageRequest): Promise<Page<Batch>> => {
        const before = page.cursor === undefined ? undefined : decodeCursor(list, page.cursor, BatchId);
        const all = entity.query.byTenant({ tenantId });
        const from = before === undefined ? all : all.lt({ batchId: before });
        return readPage({
          operation: "list the batches",
          request: page,
          find: (limit) => from.go({ order: "desc", limit, hydrate: true }),
          parse: parseBatch,
          place: ({ batchId }) => batchId,
          newestFirst: true,
          cursorAfter,
        });
      };
      if (status === undefined) return read(request);
      return readFilteredPage({ request, read, cursorAfter, fits: (batch) => batch.status === status });
    },
  };
}
