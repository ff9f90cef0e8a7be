import type { KeyAttribute } from "../expressions/key-condition.ts";
import { invalidParameter, type ServiceError, validationError } from "../service-error.ts";
import {
  type AttributeValue,
  attributeOf,
  type Item,
  pickAttributes,
  typeOf,
} from "../values/attribute-value.ts";
import { partitionKeyBytes, sortKeyBytes } from "../values/key-encoding.ts";
import { type KeySchema, keyAttributes, keyNames, type Table, type TableIndex } from "./table.ts";

/** Where an item lies. */
export interface ItemKey {
  readonly partition: Buffer;
  readonly sort: Buffer;
}

const noSort = Buffer.alloc(0);
const mostBytes = { partition: 2048, sort: 1024 } as const;

/** Of attributes that were checked. */
export function keyOf(schema: KeySchema, item: Item): ItemKey {
  const partition = attributeOf(item, schema.partition.name);
  const sort = schema.sort === undefined ? undefined : attributeOf(item, schema.sort.name);
  if (partition === undefined) throw new TypeError("An item has no key.");
  return {
    partition: partitionKeyBytes(partition),
    sort: sort === undefined ? noSort : sortKeyBytes(sort),
  };
}

/** Null when the item lacks one of the index's keys, and so is not in it. */
export function entryKeyOf(index: TableIndex, item: Item): ItemKey | null {
  const isIn = keyNames(index).every((name) => attributeOf(item, name) !== undefined);
  return isIn ? keyOf(index, item) : null;
}

/** The key of a request that names one item. @throws ValidationException */
export function readKey(table: Table, key: Item): ItemKey {
  const names = keyNames(table);
  if (Object.keys(key).length !== names.length)
    throw validationError("The provided key element does not match the schema");
  for (const attribute of keyAttributes(table)) {
    const value = attributeOf(key, attribute.name);
    if (value === undefined || typeOf(value) !== attribute.type)
      throw validationError("The provided key element does not match the schema");
    checkKeyValue(table, attribute, value);
  }
  return keyOf(table, key);
}

/** Whether an item may be stored: its key and what indexes take as theirs. @throws ValidationException */
export function checkItemKeys(table: Table, item: Item): void {
  for (const attribute of keyAttributes(table)) {
    const value = attributeOf(item, attribute.name);
    if (value === undefined) throw invalidParameter(`Missing the key ${attribute.name} in the item`);
    if (typeOf(value) !== attribute.type)
      throw invalidParameter(
        `Type mismatch for key ${attribute.name} expected: ${attribute.type} actual: ${typeOf(value)}`,
      );
    checkKeyValue(table, attribute, value);
  }
  checkIndexKeys(table, item, (index, attribute, value) =>
    invalidParameter(
      `Type mismatch for Index Key ${attribute.name} Expected: ${attribute.type} Actual: ${typeOf(value)} IndexName: ${index.name}`,
    ),
  );
}

/** @throws ValidationException, in the words given for a value of the wrong type */
export function checkIndexKeys(
  table: Table,
  item: Item,
  mismatch: (index: TableIndex, attribute: KeyAttribute, value: AttributeValue) => ServiceError,
): void {
  for (const index of table.indexes) {
    for (const attribute of keyAttributes(index)) {
      const value = attributeOf(item, attribute.name);
      if (value === undefined) continue;
      if (typeOf(value) !== attribute.type) throw mismatch(index, attribute, value);
      if (isEmpty(value))
        throw validationError(
          `One or more parameter values are not valid. A value specified for a secondary index key is not supported. The AttributeValue for a key attribute cannot contain an empty ${kindOf(attribute)} value. IndexName: ${index.name}, IndexKey: ${attribute.name}`,
        );
      checkLength(index, attribute, value);
    }
  }
}

function checkKeyValue(schema: KeySchema, attribute: KeyAttribute, value: AttributeValue): void {
  if (isEmpty(value))
    throw validationError(
      `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty ${kindOf(attribute)} value. Key: ${attribute.name}`,
    );
  checkLength(schema, attribute, value);
}

function checkLength(schema: KeySchema, attribute: KeyAttribute, value: AttributeValue): void {
  // A lone surrogate has no UTF-8 bytes of its own: two different keys would be one.
  if ("S" in value && !value.S.isWellFormed())
    throw invalidParameter(`The key attribute ${attribute.name} is not valid Unicode`);
  if (attribute.type === "N") return;
  const bytes = sortKeyBytes(value).length;
  if (attribute === schema.partition && bytes > mostBytes.partition)
    throw invalidParameter(
      `Size of hashkey has exceeded the maximum size limit of${mostBytes.partition} bytes`,
    );
  if (attribute === schema.sort && bytes > mostBytes.sort)
    throw invalidParameter(
      `Aggregated size of all range keys has exceeded the size limit of ${mostBytes.sort} bytes`,
    );
}

const isEmpty = (value: AttributeValue): boolean =>
  ("S" in value && value.S === "") || ("B" in value && value.B === "");

const kindOf = ({ type }: KeyAttribute): string => (type === "B" ? "binary" : "string");

/** The attributes that say where an item is in the table or index: `LastEvaluatedKey`. */
export const keyAttributesOf = (table: Table, index: TableIndex | undefined, item: Item): Item =>
  pickAttributes(item, [...keyNames(table), ...(index === undefined ? [] : keyNames(index))]);
