import { pathsOf } from "../expressions/condition.ts";
import { readExpressions } from "../expressions/read-expressions.ts";
import { integer, parameters } from "../parameters.ts";
import { validationError } from "../service-error.ts";
import type { ItemKey } from "../store/item-key.ts";
import { hashRange, hashStart } from "../values/key-encoding.ts";
import type { Operation } from "./operation.ts";
import { pageParameters } from "./query.ts";
import { readItemPage } from "./read-item-page.ts";
import { checkSelection, indexOf } from "./selection.ts";
import { readStartKey } from "./start-key.ts";
import { refuseNestedKeys } from "./update-item.ts";
import { tableName } from "./write-parameters.ts";

const mostSegments = 1_000_000;

const readScan = parameters({
  required: { TableName: tableName },
  optional: {
    ...pageParameters,
    Segment: integer(0, mostSegments - 1),
    TotalSegments: integer(1, mostSegments),
  },
});

export const scan: Operation = (context, input) => {
  const request = readScan(input, "");
  const segment = segmentOf(request.Segment, request.TotalSegments);
  const { filter, projection } = readExpressions(request, ["ProjectionExpression", "FilterExpression"]);
  const table = context.tables.get(request.TableName);
  const index = indexOf(table, request.IndexName, request.ConsistentRead);
  checkSelection(request.Select, index, projection, "Scanning");
  refuseNestedKeys(table, [...(projection ?? []), ...(filter ? pathsOf(filter) : [])]);
  const after = request.ExclusiveStartKey && readStartKey(table, index, request.ExclusiveStartKey);
  if (after) refuseOutside(after.entry, segment);
  return readItemPage(context, {
    range: { table, index, partition: segment, after, backward: false },
    limit: request.Limit,
    filter,
    projection,
    selection: request.Select,
    consistent: request.ConsistentRead ?? false,
    capacityDetail: request.ReturnConsumedCapacity,
  });
};

interface Segment {
  readonly from: Buffer;
  /** Undefined: up to the last partition. */
  readonly to: Buffer | undefined;
  readonly words: string;
}

/** Partitions lie in the order of their hashes; a segment is an equal part of those. */
function segmentOf(segment: number | undefined, total: number | undefined): Segment {
  if (segment !== undefined && total === undefined)
    throw validationError(
      "The TotalSegments parameter is required but was not present in the request when Segment parameter is present",
    );
  if (total !== undefined && segment === undefined)
    throw validationError(
      "The Segment parameter is required but was not present in the request when parameter TotalSegments is present",
    );
  const [part, parts] = [segment ?? 0, total ?? 1];
  if (part >= parts)
    throw validationError(
      `The Segment parameter is zero-based and must be less than parameter TotalSegments: Segment: ${part} is not less than TotalSegments: ${parts}`,
    );
  const start = (number: number): Buffer => hashStart(Math.ceil((hashRange * number) / parts));
  return {
    from: start(part),
    to: part + 1 === parts ? undefined : start(part + 1),
    words: `TotalSegments: ${parts} Segment: ${part}`,
  };
}

function refuseOutside({ partition }: ItemKey, { from, to, words }: Segment): void {
  if (partition.compare(from) < 0 || (to !== undefined && partition.compare(to) >= 0))
    throw validationError(
      `The provided starting key is invalid: Invalid ExclusiveStartKey. Please use ExclusiveStartKey with correct Segment. ${words}`,
    );
}
