import { setTimeout } from "node:timers/promises";
import {
  GetCommand,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import type { BatchItemFilter } from "../../contracts/api/responses/batch-response.ts";
import type { BatchCounts } from "../../contracts/batch/batch-counts.ts";
import { BatchItem } from "../../contracts/batch/batch-item.ts";
import { BatchItemKey } from "../../contracts/values/batch-ids.ts";
import type { BatchId, TenantId } from "../../contracts/values/ids.ts";
import { DroverError } from "../../errors/drover-error.ts";
import { countsBetween, sumCounts } from "../../rules/batch/item-counts.ts";
import { fitsItemFilter } from "../../rules/batch/item-filter.ts";
import { deleteAfter } from "../../rules/retention.ts";
import { decodeCursor, encodeCursor, type Page, type PageRequest } from "../table/cursor.ts";
import type { TableAccess } from "../table/entity-setup.ts";
import { operationsOn } from "../table/operations-on.ts";
import { readFilteredPage } from "../table/read-filtered-page.ts";
import { storageCall, storageError, wrote } from "../table/storage-call.ts";
import { checked } from "../table/stored.ts";
import { primaryKey, timeToLiveAttribute } from "../table/table-definition.ts";

/** A batch heads its own partition, where its items and counts lie too. */
const batchPartition = (tenantId: TenantId, batchId: BatchId): string => `${tenantId}#batch#${batchId}`;
const batchItemPrefix = "item#";
const batchCountPrefix = "count#";

/** Each item's sums stand in one of eight: of that many jobs that end at once, few meet. */
const countShard = (itemKey: BatchItemKey): string => String(Number.parseInt(itemKey.slice(0, 1), 16) % 8);

/** An item with the number of its last write, which the next write is conditional on. */
export interface KeptItem {
  readonly item: BatchItem;
  readonly revision: number;
}

/** DynamoDB takes a hundred writes at once; many large ones hold each other up. */
const together = 50;
/** Sums of another transaction at the same shard stood in the way: tried so often, with pauses that grow. */
const mostTries = 12;

const StoredItem = z.object({ ...BatchItem.shape, revision: z.int().min(1) });

/** @throws SchemaMismatch also for an item whose own values are another tenant's or batch's: a host may have written it */
function parseItem(found: Readonly<Record<string, unknown>>): KeptItem {
  const { revision, ...item } = checked(StoredItem, found, "a stored batch item");
  if (found[primaryKey.partition] !== batchPartition(item.tenantId, item.batchId))
    throw new DroverError("SchemaMismatch", "A stored batch item belongs to another batch.");
  return { item, revision };
}

/**
 * The items of a batch and what they sum up to. Item and counts change in one transaction, so the counts are the items' sums
 * at any instant (docs/decisions/0084-counts-by-transaction.md).
 */
export const createBatchItemRepository = (access: TableAccess) =>
  operationsOn(access, { get, all, page, counts, change, addAll });

const { partition, sort } = primaryKey;

const query = ({ tableName }: TableAccess, tenantId: TenantId, batchId: BatchId, prefix: string) => ({
  TableName: tableName,
  ConsistentRead: true,
  KeyConditionExpression: "#p = :p AND begins_with(#s, :s)",
  ExpressionAttributeNames: { "#p": partition, "#s": sort },
  ExpressionAttributeValues: { ":p": batchPartition(tenantId, batchId), ":s": prefix },
});

async function* everyStored(access: TableAccess, asked: QueryCommandInput) {
  let after: Record<string, unknown> | undefined;
  do {
    const command = new QueryCommand({ ...asked, ExclusiveStartKey: after });
    const page = await storageCall("list a batch's items", () => access.dynamodb.send(command));
    yield* page.Items ?? [];
    after = page.LastEvaluatedKey;
  } while (after !== undefined);
}

async function get(
  { dynamodb, tableName }: TableAccess,
  tenantId: TenantId,
  batchId: BatchId,
  itemKey: BatchItemKey,
): Promise<KeptItem | null> {
  const { Item } = await storageCall("read a batch's item", () =>
    dynamodb.send(
      new GetCommand({
        TableName: tableName,
        Key: keyOf(tenantId, batchId, batchItemPrefix + itemKey),
        ConsistentRead: true,
      }),
    ),
  );
  return Item === undefined ? null : parseItem(Item);
}

/** All items, a page of the table at a time. */
async function* all(access: TableAccess, tenantId: TenantId, batchId: BatchId): AsyncGenerator<KeptItem> {
  for await (const found of everyStored(access, query(access, tenantId, batchId, batchItemPrefix)))
    yield parseItem(found);
}

/** By their keys, an order that means nothing. With a filter fewer than were asked for may come, and a cursor all the same. */
async function page(
  access: TableAccess,
  tenantId: TenantId,
  batchId: BatchId,
  request: PageRequest,
  filter: BatchItemFilter = {},
): Promise<Page<BatchItem>> {
  const asked = Object.entries(filter).map(([name, value]) => `/${name}=${value}`);
  const list = `${tenantId}/batches/${batchId}/items${asked.sort().join("")}`;
  const cursorAfter = ({ itemKey }: BatchItem): string => encodeCursor(list, itemKey);
  const read = async ({ limit, cursor }: PageRequest): Promise<Page<BatchItem>> => {
    const after = cursor === undefined ? undefined : decodeCursor(list, cursor, BatchItemKey);
    const command = new QueryCommand({
      ...query(access, tenantId, batchId, batchItemPrefix),
      Limit: limit,
      ExclusiveStartKey: after === undefined ? undefined : keyOf(tenantId, batchId, batchItemPrefix + after),
    });
    const found = await storageCall("list a batch's items", () => access.dynamodb.send(command));
    const items = (found.Items ?? []).map((one) => parseItem(one).item);
    const last = items.at(-1);
    return found.LastEvaluatedKey === undefined || last === undefined
      ? { items }
      : { items, nextCursor: cursorAfter(last) };
  };
  if (asked.length === 0) return read(request);
  return readFilteredPage({ request, read, cursorAfter, fits: (item) => fitsItemFilter(item, filter) });
}

async function counts(access: TableAccess, tenantId: TenantId, batchId: BatchId): Promise<BatchCounts> {
  const command = new QueryCommand(query(access, tenantId, batchId, batchCountPrefix));
  const { Items = [] } = await storageCall("read a batch's counts", () => access.dynamodb.send(command));
  return sumCounts(Items.map(numbersOf));
}

const numbersOf = (stored: Readonly<Record<string, unknown>>): ReadonlyMap<string, number> =>
  new Map(
    Object.entries(stored).filter(
      (entry): entry is [string, number] => typeof entry[1] === "number" && entry[0] !== timeToLiveAttribute,
    ),
  );

const keyOf = (tenantId: TenantId, batchId: BatchId, sortKey: string) => ({
  [primaryKey.partition]: batchPartition(tenantId, batchId),
  [primaryKey.sort]: sortKey,
});

const put = ({ tableName, retention, now }: TableAccess, { item, revision }: KeptItem) => ({
  TableName: tableName,
  Item: {
    ...keyOf(item.tenantId, item.batchId, batchItemPrefix + item.itemKey),
    ...checked(BatchItem, item, "a batch's item"),
    revision: revision + 1,
    [timeToLiveAttribute]: deleteAfter(retention, item.tenantId, now()),
  },
  // Revision 0 is that of an item which is not there.
  ConditionExpression: revision === 0 ? "attribute_not_exists(#r)" : "#r = :r",
  ExpressionAttributeNames: { "#r": "revision" },
  ...(revision === 0 ? {} : { ExpressionAttributeValues: { ":r": revision } }),
});

function add({ tableName, retention, now }: TableAccess, item: BatchItem, more: ReadonlyMap<string, number>) {
  const names = [...more.keys()];
  return {
    TableName: tableName,
    Key: keyOf(item.tenantId, item.batchId, batchCountPrefix + countShard(item.itemKey)),
    UpdateExpression: `SET #ttl = :ttl ADD ${names.map((_name, index) => `#n${index} :n${index}`).join(", ")}`,
    ExpressionAttributeNames: Object.fromEntries([
      ["#ttl", timeToLiveAttribute],
      ...names.map((name, index) => [`#n${index}`, name]),
    ]),
    ExpressionAttributeValues: Object.fromEntries([
      [":ttl", deleteAfter(retention, item.tenantId, now())],
      ...names.map((name, index) => [`:n${index}`, more.get(name)]),
    ]),
  };
}

const putNew = (access: TableAccess, item: BatchItem) => ({ Put: put(access, { item, revision: 0 }) });

function sumOf(access: TableAccess, first: BatchItem, items: readonly BatchItem[]) {
  const more = new Map<string, number>();
  for (const item of items)
    for (const [name, count] of countsBetween(null, item)) more.set(name, (more.get(name) ?? 0) + count);
  return { Update: add(access, first, more) };
}

/** False when somebody else changed the item since it was read: nothing was written. */
async function change(access: TableAccess, before: KeptItem | null, after: BatchItem): Promise<boolean> {
  const more = countsBetween(before?.item ?? null, after);
  const item = put(access, { item: after, revision: before?.revision ?? 0 });
  if (more.size === 0) return wrote("write a batch's item", () => access.dynamodb.send(new PutCommand(item)));
  return transact(access.dynamodb, [{ Put: item }, { Update: add(access, after, more) }]);
}

/** Items that the batch does not have yet, those of a shard together; one that it has by now stays as it is. */
async function addAll(access: TableAccess, items: readonly BatchItem[]): Promise<void> {
  for (const shard of Map.groupBy(items, ({ itemKey }) => countShard(itemKey)).values())
    for (let from = 0; from < shard.length; from += together) {
      const some = shard.slice(from, from + together);
      const [first] = some;
      if (
        first === undefined ||
        (await transact(access.dynamodb, [
          ...some.map((one) => putNew(access, one)),
          sumOf(access, first, some),
        ]))
      )
        continue;
      // One of them is there: each for itself.
      for (const one of some)
        await transact(access.dynamodb, [putNew(access, one), sumOf(access, one, [one])]);
    }
}

type Writes = NonNullable<TransactWriteCommandInput["TransactItems"]>;

/** False when a condition did not hold. A conflict with another transaction is not an answer: it is tried again. */
async function transact(dynamodb: TableAccess["dynamodb"], TransactItems: Writes): Promise<boolean> {
  for (let tried = 1; ; tried += 1) {
    try {
      await dynamodb.send(new TransactWriteCommand({ TransactItems }));
      return true;
    } catch (error) {
      const codes = cancelledBecause(error);
      if (codes.includes("ConditionalCheckFailed")) return false;
      const passes = codes.some((code) => passing.has(code));
      if (!passes || tried === mostTries) throw storageError("write a batch's item", error);
      await setTimeout(Math.random() * Math.min(500, 10 * 2 ** tried));
    }
  }
}

const passing: ReadonlySet<string> = new Set([
  "TransactionConflict",
  "ThrottlingError",
  "ProvisionedThroughputExceeded",
]);

function cancelledBecause(error: unknown): readonly string[] {
  if (!(error instanceof Error) || error.name !== "TransactionCanceledException") return [];
  const { CancellationReasons: reasons } = error as {
    readonly CancellationReasons?: readonly { Code?: string }[];
  };
  return (reasons ?? []).flatMap(({ Code }) => Code ?? []);
}
