import type { JsonObject, JsonValue } from "../expression/json-value.ts";

/** The input of a child workflow may have 256 KiB, whatever a batch is allowed. */
export const longestBatchBytes = 262_144;

/** An `ItemBatcher` whose expressions have been evaluated; at least one of the two bounds is there. */
export interface BatchRules {
  readonly maxItems?: number;
  readonly maxBytes?: number;
  readonly batchInput?: JsonValue;
}

/** `States.DataLimitExceeded`: one item alone does not fit a batch. */
export class BatchItemTooLargeError extends Error {
  override readonly name = "States.DataLimitExceeded";
  readonly error = "States.DataLimitExceeded";
}

function utf8Bytes(value: JsonValue): number {
  return Buffer.byteLength(JSON.stringify(value), "utf8");
}

/**
 * Groups items into the inputs of child workflows, `{BatchInput, Items}`, each with as many items as both bounds
 * allow. Sizes are those of the whole input as JSON text in UTF-8.
 */
export async function* batchItems(
  items: AsyncIterable<JsonValue> | Iterable<JsonValue>,
  rules: BatchRules,
): AsyncGenerator<JsonObject> {
  const frame: JsonObject =
    rules.batchInput === undefined ? { Items: [] } : { BatchInput: rules.batchInput, Items: [] };
  const frameBytes = utf8Bytes(frame);
  const maxBytes = Math.min(rules.maxBytes ?? longestBatchBytes, longestBatchBytes);
  const maxItems = rules.maxItems ?? Number.POSITIVE_INFINITY;
  let batch: JsonValue[] = [];
  let bytes = frameBytes;
  for await (const item of items) {
    const itemBytes = utf8Bytes(item);
    const separator = batch.length > 0 ? 1 : 0;
    if (batch.length >= maxItems || (batch.length > 0 && bytes + separator + itemBytes > maxBytes)) {
      yield { ...frame, Items: batch };
      batch = [];
      bytes = frameBytes;
    }
    if (batch.length === 0 && frameBytes + itemBytes > maxBytes) {
      throw new BatchItemTooLargeError(
        `An item of ${itemBytes} bytes does not fit a batch of at most ${maxBytes} bytes, of which ${frameBytes} are taken without it`,
      );
    }
    bytes += itemBytes + (batch.length > 0 ? 1 : 0);
    batch.push(item);
  }
  if (batch.length > 0) yield { ...frame, Items: batch };
}
