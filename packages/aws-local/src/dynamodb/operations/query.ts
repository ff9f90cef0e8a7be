import { pathsOf } from "../expressions/condition.ts";
import { type KeyTest, keyConditionOf } from "../expressions/key-condition.ts";
import { readNames, readValues } from "../expressions/placeholders.ts";
import { readExpressions } from "../expressions/read-expressions.ts";
import { attributes, boolean, capacity, integer, parameters, resourceName, text } from "../parameters.ts";
import { validationError } from "../service-error.ts";
import type { ItemKey } from "../store/item-key.ts";
import type { Bound } from "../store/range-read.ts";
import { type KeySchema, keyNames } from "../store/table.ts";
import { partitionKeyBytes, sortKeyBytes } from "../values/key-encoding.ts";
import type { Operation } from "./operation.ts";
import { readItemPage } from "./read-item-page.ts";
import { checkSelection, indexOf, selection } from "./selection.ts";
import { readStartKey } from "./start-key.ts";
import { refuseNestedKeys } from "./update-item.ts";
import { tableName } from "./write-parameters.ts";

export const pageParameters = {
  IndexName: resourceName,
  Select: selection,
  Limit: integer(1),
  ConsistentRead: boolean,
  ExclusiveStartKey: attributes,
  FilterExpression: text,
  ProjectionExpression: text,
  ExpressionAttributeNames: readNames,
  ExpressionAttributeValues: readValues,
  ReturnConsumedCapacity: capacity,
};

const readQuery = parameters({
  required: { TableName: tableName },
  optional: { ...pageParameters, KeyConditionExpression: text, ScanIndexForward: boolean },
});

export const query: Operation = (context, input) => {
  const request = readQuery(input, "");
  if (request.KeyConditionExpression === undefined)
    throw validationError(
      "Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.",
    );
  const { filter, keyCondition, projection } = readExpressions(request, [
    "ProjectionExpression",
    "FilterExpression",
    "KeyConditionExpression",
  ]);
  const table = context.tables.get(request.TableName);
  const index = indexOf(table, request.IndexName, request.ConsistentRead);
  const schema = index ?? table;
  if (keyCondition === undefined) throw new TypeError("A query has no key condition.");
  const keys = keyConditionOf(keyCondition, schema.partition, schema.sort);
  checkSelection(request.Select, index, projection, "Querying");
  const filtered = filter ? pathsOf(filter) : [];
  refuseKeysInFilter(
    schema,
    filtered.map(([head]) => head),
  );
  refuseNestedKeys(table, [...(projection ?? []), ...filtered]);

  const partition = partitionKeyBytes(keys.partition);
  const bounds = keys.sort === undefined ? {} : boundsOf(keys.sort);
  const after = request.ExclusiveStartKey && readStartKey(table, index, request.ExclusiveStartKey);
  if (after) refuseOutside(after.entry, partition, bounds);
  return readItemPage(context, {
    range: { table, index, partition, ...bounds, after, backward: request.ScanIndexForward === false },
    limit: request.Limit,
    filter,
    projection,
    selection: request.Select,
    consistent: request.ConsistentRead ?? false,
    capacityDetail: request.ReturnConsumedCapacity,
  });
};

interface Bounds {
  readonly low?: Bound | undefined;
  readonly high?: Bound | undefined;
}

function boundsOf(test: KeyTest): Bounds {
  if (test.kind === "between")
    return {
      low: { key: sortKeyBytes(test.low), inclusive: true },
      high: { key: sortKeyBytes(test.high), inclusive: true },
    };
  const key = sortKeyBytes(test.value);
  if (test.kind === "begins_with") {
    const end = firstBeyondPrefix(key);
    return { low: { key, inclusive: true }, high: end && { key: end, inclusive: false } };
  }
  const bound = { key, inclusive: test.comparator.includes("=") };
  if (test.comparator === "=") return { low: bound, high: bound };
  return test.comparator.startsWith("<") ? { high: bound } : { low: bound };
}

/** The first bytes that come after everything with this prefix; undefined: nothing does. */
function firstBeyondPrefix(prefix: Buffer): Buffer | undefined {
  const last = prefix.findLastIndex((byte) => byte < 0xff);
  if (last < 0) return undefined;
  const end = Buffer.from(prefix.subarray(0, last + 1));
  end.writeUInt8(end.readUInt8(last) + 1, last);
  return end;
}

function refuseOutside({ partition, sort }: ItemKey, wanted: Buffer, { low, high }: Bounds): void {
  if (!partition.equals(wanted))
    throw validationError(
      "The provided starting key is outside query boundaries based on provided conditions",
    );
  const tooLow = low && sort.compare(low.key) < (low.inclusive ? 0 : 1);
  const tooHigh = high && sort.compare(high.key) > (high.inclusive ? 0 : -1);
  if (tooLow || tooHigh)
    throw validationError("The provided starting key does not match the range key predicate");
}

function refuseKeysInFilter(schema: KeySchema, heads: readonly string[]): void {
  for (const name of keyNames(schema))
    if (heads.includes(name))
      throw validationError(
        `Filter Expression can only contain non-primary key attributes: Primary key attribute: ${name}`,
      );
}
