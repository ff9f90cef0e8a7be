import { type Consumed, capacityAnswers, readUnits } from "../capacity.ts";
import { readNames } from "../expressions/placeholders.ts";
import { project } from "../expressions/projection.ts";
import { readExpressions } from "../expressions/read-expressions.ts";
import { attributes, boolean, capacity, listOf, mapOf, parameters, text } from "../parameters.ts";
import { validationError } from "../service-error.ts";
import { readKey } from "../store/item-key.ts";
import type { Table } from "../store/table.ts";
import type { Item } from "../values/attribute-value.ts";
import type { Operation, OperationContext } from "./operation.ts";
import { refuseNestedKeys } from "./update-item.ts";

const mostKeys = 100;
const answerBytes = 16 * 1024 * 1024;

const readKeys = parameters({
  required: { Keys: listOf(attributes, 1, mostKeys) },
  optional: { ConsistentRead: boolean, ProjectionExpression: text, ExpressionAttributeNames: readNames },
});

const readBatch = parameters({
  required: { RequestItems: mapOf(readKeys) },
  optional: { ReturnConsumedCapacity: capacity },
});

type KeysOfTable = ReturnType<typeof readKeys>;

export const batchGetItem: Operation = (context, input) => {
  const batch = readBatch(input, "");
  const requests = [...batch.RequestItems].map(([name, keys]) => planned(context, name, keys));
  if (requests.reduce((sum, { keys }) => sum + keys.length, 0) > mostKeys)
    throw validationError("Too many items requested for the BatchGetItem call");
  const read: Reading = { bytes: 0, consumed: [] };
  const responses: Record<string, readonly Item[]> = {};
  const unprocessed: Record<string, object> = {};
  for (const request of requests) {
    const { found, left } = readItems(context, request, read);
    responses[request.table.name] = found;
    if (left.length > 0) unprocessed[request.table.name] = { ...request.given, Keys: left };
  }
  return {
    Responses: responses,
    UnprocessedKeys: unprocessed,
    ConsumedCapacity: capacityAnswers(batch.ReturnConsumedCapacity, read.consumed),
  };
};

interface Reading {
  bytes: number;
  readonly consumed: Consumed[];
}

function planned({ tables }: OperationContext, name: string, given: KeysOfTable) {
  const { projection } = readExpressions(given, ["ProjectionExpression"]);
  const table = tables.get(name);
  if (projection) refuseNestedKeys(table, projection);
  const keys = given.Keys.map((attributes) => ({ attributes, key: readKey(table, attributes) }));
  refuseDuplicates(keys.map(({ key }) => `${key.partition.toString("hex")}/${key.sort.toString("hex")}`));
  return { table, projection, keys, given };
}

function readItems(
  { items }: OperationContext,
  { table, projection, keys, given }: ReturnType<typeof planned>,
  read: Reading,
): { readonly found: readonly Item[]; readonly left: readonly Item[] } {
  const found: Item[] = [];
  const left: Item[] = [];
  for (const { attributes, key } of keys) {
    const stored = read.bytes >= answerBytes ? undefined : items.get(table, key);
    if (read.bytes >= answerBytes || read.bytes + (stored?.bytes ?? 0) > answerBytes) {
      left.push(attributes);
      continue;
    }
    read.bytes += stored?.bytes ?? 0;
    read.consumed.push(consumedBy(table, stored?.bytes ?? 0, given.ConsistentRead));
    if (stored) found.push(projection ? project(stored.item, projection) : stored.item);
  }
  return { found, left };
}

const consumedBy = (table: Table, bytes: number, consistent: boolean | undefined): Consumed => ({
  table,
  units: readUnits(bytes, consistent ? 1 : 0.5),
  indexes: new Map(),
});

export function refuseDuplicates(keys: readonly string[]): void {
  if (new Set(keys).size !== keys.length)
    throw validationError("Provided list of item keys contains duplicates");
}
