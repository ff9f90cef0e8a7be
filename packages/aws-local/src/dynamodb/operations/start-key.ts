import { ServiceError, validationError } from "../service-error.ts";
import { type ItemKey, keyOf, readKey } from "../store/item-key.ts";
import { keyAttributes, keyNames, type Table, type TableIndex } from "../store/table.ts";
import { attributeOf, type Item, pickAttributes, typeOf } from "../values/attribute-value.ts";

/** Where the page before ended. @throws ValidationException for a key that no page of this table or index ended with */
export function readStartKey(
  table: Table,
  index: TableIndex | undefined,
  start: Item,
): { readonly entry: ItemKey; readonly item: ItemKey } {
  const names = new Set([...keyNames(table), ...(index === undefined ? [] : keyNames(index))]);
  if (Object.keys(start).length !== names.size) throw invalid(index === undefined ? mismatch : undefined);
  const item = tableKey(table, start);
  if (index === undefined) return { entry: item, item };
  for (const { name, type } of keyAttributes(index)) {
    const value = attributeOf(start, name);
    if (value === undefined || typeOf(value) !== type) throw invalid();
  }
  return { entry: keyOf(index, start), item };
}

const mismatch = "The provided key element does not match the schema";

function tableKey(table: Table, start: Item): ItemKey {
  try {
    return readKey(table, pickAttributes(start, keyNames(table)));
  } catch (error) {
    throw error instanceof ServiceError ? invalid(error.message) : error;
  }
}

const invalid = (why?: string): ServiceError =>
  validationError(`The provided starting key is invalid${why === undefined ? "" : `: ${why}`}`);
