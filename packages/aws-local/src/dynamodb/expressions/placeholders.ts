import { invalidParameter, validationError } from "../service-error.ts";
import type { AttributeValue } from "../values/attribute-value.ts";
import { isRecord, readAttributeValue } from "../values/read-attribute-value.ts";
import { ExpressionError } from "./tokens.ts";

/** What `#names` and `:values` stand for, and which of them the request's expressions used. */
export interface Placeholders {
  /** @throws ExpressionError when the request does not say */
  nameOf(placeholder: string): string;
  valueOf(placeholder: string): AttributeValue;
  /** To call when all expressions were read. @throws ValidationException */
  refuseUnused(): void;
}

type Given<Value> = Readonly<Record<string, Value>> | undefined;

export function createPlaceholders(names: Given<string>, values: Given<AttributeValue>): Placeholders {
  const unusedNames = new Set(Object.keys(names ?? {}));
  const unusedValues = new Set(Object.keys(values ?? {}));
  return {
    nameOf(placeholder) {
      const name = names && Object.hasOwn(names, placeholder) ? names[placeholder] : undefined;
      if (name === undefined)
        throw new ExpressionError(
          `An expression attribute name used in the document path is not defined; attribute name: ${placeholder}`,
        );
      unusedNames.delete(placeholder);
      return name;
    },
    valueOf(placeholder) {
      const value = values && Object.hasOwn(values, placeholder) ? values[placeholder] : undefined;
      if (value === undefined)
        throw new ExpressionError(
          `An expression attribute value used in expression is not defined; attribute value: ${placeholder}`,
        );
      unusedValues.delete(placeholder);
      return value;
    },
    refuseUnused() {
      refuse("ExpressionAttributeNames", unusedNames);
      refuse("ExpressionAttributeValues", unusedValues);
    },
  };
}

function refuse(parameter: string, unused: ReadonlySet<string>): void {
  if (unused.size > 0)
    throw validationError(
      `Value provided in ${parameter} unused in expressions: keys: {${[...unused].join(", ")}}`,
    );
}

export function readNames(value: unknown): Readonly<Record<string, string>> {
  if (!isRecord(value)) throw invalidParameter("ExpressionAttributeNames must be a map");
  const entries = Object.entries(value);
  if (entries.length === 0) throw validationError("ExpressionAttributeNames must not be empty");
  for (const [key, name] of entries) {
    if (!/^#[0-9a-zA-Z_]+$/.test(key))
      throw validationError(`ExpressionAttributeNames contains invalid key: Syntax error; key: "${key}"`);
    if (typeof name !== "string" || name === "")
      throw validationError(
        `ExpressionAttributeNames contains invalid value: Empty attribute name for key ${key}`,
      );
  }
  return Object.fromEntries(entries) as Record<string, string>;
}

export function readValues(value: unknown): Readonly<Record<string, AttributeValue>> {
  if (!isRecord(value)) throw invalidParameter("ExpressionAttributeValues must be a map");
  const entries = Object.entries(value);
  if (entries.length === 0) throw validationError("ExpressionAttributeValues must not be empty");
  return Object.fromEntries(
    entries.map(([key, content]) => {
      if (!/^:[0-9a-zA-Z_]+$/.test(key))
        throw validationError(`ExpressionAttributeValues contains invalid key: Syntax error; key: "${key}"`);
      return [key, readNamedValue(key, content)];
    }),
  );
}

function readNamedValue(key: string, content: unknown): AttributeValue {
  try {
    return readAttributeValue(content);
  } catch (error) {
    if (!(error instanceof Error) || !("shortType" in error) || error.shortType !== "ValidationException")
      throw error;
    throw validationError(
      `ExpressionAttributeValues contains invalid value: ${error.message} for key ${key}`,
    );
  }
}
