import { type CapacityDetail, capacityAnswer, readUnits } from "../capacity.ts";
import type { Condition } from "../expressions/condition.ts";
import type { DocumentPath } from "../expressions/document-path.ts";
import { holds } from "../expressions/holds.ts";
import { project } from "../expressions/projection.ts";
import { keyAttributesOf } from "../store/item-key.ts";
import { type Range, readRange } from "../store/range-read.ts";
import { type Item, pickAttributes } from "../values/attribute-value.ts";
import { itemBytes } from "../values/item-size.ts";
import type { OperationContext } from "./operation.ts";
import { readsWholeItems, type Selection } from "./selection.ts";

const pageBytes = 1024 * 1024;

interface PageRequest {
  readonly range: Range;
  readonly limit: number | undefined;
  readonly filter: Condition | undefined;
  readonly projection: readonly DocumentPath[] | undefined;
  readonly selection: Selection;
  readonly consistent: boolean;
  readonly capacityDetail: CapacityDetail;
}

/** Up to `limit` items or one megabyte, before the filter; what ends a page for either tells where to continue. */
export function readItemPage(context: OperationContext, request: PageRequest): object {
  const { range, limit, filter, projection, selection } = request;
  const { table, index } = range;
  const whole = readsWholeItems(selection, index, projection);
  const items: Item[] = [];
  const read = { count: 0, bytes: 0 };
  let last: Item | undefined;
  let more = false;
  for (const { item, bytes } of readRange(context, range)) {
    const seen = index?.projected === undefined || whole ? item : pickAttributes(item, index.projected);
    const seenBytes = seen === item ? bytes : itemBytes(seen);
    read.count += 1;
    read.bytes += seenBytes;
    last = item;
    if (filter === undefined || holds(filter, seen))
      items.push(projection === undefined ? seen : project(seen, projection));
    more = read.count === limit || read.bytes >= pageBytes;
    if (more) break;
  }
  return {
    ...(selection === "COUNT" ? {} : { Items: items }),
    Count: items.length,
    ScannedCount: read.count,
    LastEvaluatedKey: more && last !== undefined ? keyAttributesOf(table, index, last) : undefined,
    ConsumedCapacity: consumed(request, read.bytes),
  };
}

function consumed({ range, consistent, capacityDetail }: PageRequest, bytes: number): object | undefined {
  const { table, index } = range;
  const units = readUnits(bytes, consistent ? 1 : 0.5);
  return capacityAnswer(
    capacityDetail,
    index === undefined
      ? { table, units, indexes: new Map() }
      : { table, units: 0, indexes: new Map([[index, units]]) },
  );
}
