import { evaluationLimits, memoryLimitExceeded } from "./evaluation-limits.ts";
import type { JsonValue } from "./json-value.ts";

/** Thrown for what JSON cannot carry at all: a function. */
export class UnsupportedResultError extends Error {
  override readonly name = "UnsupportedResultError";
}

interface JsonataArray extends ReadonlyArray<unknown> {
  readonly sequence?: unknown;
  readonly cons?: unknown;
  readonly keepSingleton?: unknown;
  readonly outerWrapper?: unknown;
}

/** JSONata marks the arrays it builds; seen again as input, a marked array of one would turn into its item. */
function isMarked(array: JsonataArray): boolean {
  return (
    array.sequence !== undefined ||
    array.cons !== undefined ||
    array.keepSingleton !== undefined ||
    array.outerWrapper !== undefined
  );
}

function plainNumber(value: number): JsonValue {
  // The service writes what JSON has no literal for as the string that JavaScript names it by.
  return Number.isFinite(value) ? value : String(value);
}

/**
 * Turns what JSONata returned into plain JSON. Values that are plain already come back as they are, so input
 * that passes through costs no copy. `undefined` at the top stays: the caller knows which field returned nothing. Objects in
 * `live` may change under their reader, as the context object does, and are copied.
 */
export function toPlainJson(value: unknown, live?: ReadonlySet<unknown>): JsonValue | undefined {
  let bytes = 0;
  const plain = (item: unknown): JsonValue | undefined => {
    bytes += typeof item === "string" ? item.length : 8;
    if (bytes > evaluationLimits.valueBytes) throw memoryLimitExceeded();
    if (item === null || typeof item === "string" || typeof item === "boolean") return item;
    if (typeof item === "number") return plainNumber(item);
    if (item === undefined) return undefined;
    if (typeof item !== "object") throw new UnsupportedResultError();
    if (Array.isArray(item)) return plainArray(item);
    if ("_jsonata_function" in item || "_jsonata_lambda" in item) throw new UnsupportedResultError();
    return plainObject(item as Readonly<Record<string, unknown>>);
  };
  const plainArray = (array: JsonataArray): JsonValue => {
    let changed = isMarked(array);
    const items = array.map((item) => {
      const converted = plain(item) ?? null;
      if (converted !== item) changed = true;
      return converted;
    });
    return changed ? items : (array as readonly JsonValue[]);
  };
  const plainObject = (object: Readonly<Record<string, unknown>>): JsonValue => {
    let changed = live?.has(object) ?? false;
    const entries: [string, JsonValue][] = [];
    for (const [key, item] of Object.entries(object)) {
      bytes += key.length;
      const converted = plain(item);
      if (converted !== item || converted === undefined) changed = true;
      if (converted !== undefined) entries.push([key, converted]);
    }
    return changed ? Object.fromEntries(entries) : (object as Readonly<Record<string, JsonValue>>);
  };
  return plain(value);
}
