import { isJsonObject, type JsonValue } from "../expression/json-value.ts";

/** One item of a Map state, with what the context object says of it. */
export interface MapItem {
  /** What an iteration gets as its input when the state has no `ItemSelector`. */
  readonly input: JsonValue;
  /** `$states.context.Map.Item.Value`. */
  readonly value: JsonValue;
  /** `$states.context.Map.Item.Key`, for an entry of a JSON object. */
  readonly key?: string;
  /** `$states.context.Map.Item.Source`: `STATE_DATA`, or an S3 URI. */
  readonly source: string;
}

/** An object is iterated entry by entry, each as a pair of key and value. */
export function entryItem(key: string, value: JsonValue, source: string): MapItem {
  return { input: { Key: key, Value: value }, value, key, source };
}

/** The items of a list or object; `undefined` for any other value. */
export function* itemsOfValue(value: readonly JsonValue[] | JsonValue, source: string): Generator<MapItem> {
  if (Array.isArray(value)) {
    for (const item of value) yield { input: item, value: item, source };
  } else if (isJsonObject(value)) {
    for (const [key, item] of Object.entries(value)) yield entryItem(key, item, source);
  }
}
