import {
  invalidParameter,
  type ServiceError,
  serializationError,
  validationError,
} from "../service-error.ts";
import { type AttributeType, type AttributeValue, type Item, isAttributeType } from "./attribute-value.ts";
import { decimalObjection, formatDecimal, parseDecimal } from "./decimal.ts";

const deepest = 32;

/** Checks attributes as they come in; numbers come out in canonical form. */
export function readItem(value: unknown, depth = 1): Item {
  if (!isRecord(value)) throw wrongForm(value, "map");
  // Without a prototype: an attribute may be called __proto__.
  const item: Record<string, AttributeValue> = Object.create(null);
  for (const [name, attribute] of Object.entries(value)) item[name] = readAttributeValue(attribute, depth);
  return item;
}

export function readAttributeValue(value: unknown, depth = 1): AttributeValue {
  if (!isRecord(value)) throw wrongForm(value, "value");
  const entries = Object.entries(value).filter(([, content]) => content !== null && content !== undefined);
  const [first] = entries;
  if (first === undefined || !isAttributeType(first[0]))
    throw validationError(
      "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes",
    );
  if (entries.length > 1)
    throw validationError(
      "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes",
    );
  if (depth > deepest)
    throw validationError(
      "Nesting Levels have exceeded supported limits: Attributes have nested levels beyond 32",
    );
  return readers[first[0]](first[1], depth);
}

const readers: { readonly [Type in AttributeType]: (content: unknown, depth: number) => AttributeValue } = {
  S: (content) => ({ S: readString(content) }),
  N: (content) => ({ N: readNumber(content) }),
  B: (content) => ({ B: readBinary(content) }),
  BOOL: (content) => ({ BOOL: readBoolean(content) }),
  NULL: (content) => {
    if (readBoolean(content)) return { NULL: true };
    throw invalidParameter("Null attribute value types must have the value of true");
  },
  SS: (content) => ({
    SS: readSet(content, readString, "An string set  may not be empty", (all) =>
      invalidParameter(`Input collection [${all.join(", ")}] contains duplicates.`),
    ),
  }),
  NS: (content) => ({
    NS: readSet(content, readNumber, "An number set  may not be empty", () =>
      validationError("Input collection contains duplicates"),
    ),
  }),
  BS: (content) => ({
    BS: readSet(content, readBinary, "Binary sets should not be empty", (all) =>
      invalidParameter(`Input collection [${all.join(", ")}]of type BS contains duplicates.`),
    ),
  }),
  L: (content, depth) => {
    if (!Array.isArray(content)) throw wrongForm(content, "list");
    return { L: content.map((element) => readAttributeValue(element, depth + 1)) };
  },
  M: (content, depth) => ({ M: readItem(content, depth + 1) }),
};

function readString(content: unknown): string {
  if (typeof content !== "string") throw cannotConvert(content, "String");
  return content;
}

function readBoolean(content: unknown): boolean {
  if (typeof content !== "boolean") throw cannotConvert(content, "Boolean");
  return content;
}

export function readNumber(content: unknown): string {
  const text = readString(content);
  const words = "The parameter cannot be converted to a numeric value";
  if (text === "") throw validationError(words);
  const decimal = parseDecimal(text);
  if (!decimal) throw validationError(`${words}: ${text}`);
  const objection = decimalObjection(decimal);
  if (objection !== null) throw validationError(objection);
  return formatDecimal(decimal);
}

function readBinary(content: unknown): string {
  if (typeof content !== "string")
    throw serializationError("only base-64-encoded strings are convertible to bytes");
  if (content.length % 4 !== 0)
    throw serializationError(
      `Base64 encoded length is expected a multiple of 4 bytes but found: ${content.length}`,
    );
  if (Buffer.from(content, "base64").toString("base64") !== content)
    throw serializationError("Invalid last non-pad Base64 character dectected");
  return content;
}

function readSet(
  content: unknown,
  read: (member: unknown) => string,
  empty: string,
  duplicates: (all: readonly string[]) => ServiceError,
): readonly string[] {
  if (!Array.isArray(content)) throw wrongForm(content, "list");
  if (content.length === 0) throw invalidParameter(empty);
  const members = content.map(read);
  if (new Set(members).size !== members.length) throw duplicates(members);
  return members;
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export function cannotConvert(value: unknown, type: string): ServiceError {
  if (typeof value === "boolean")
    return serializationError(`${value ? "TRUE" : "FALSE"}_VALUE cannot be converted to ${type}`);
  if (typeof value === "number")
    return serializationError(
      `${Number.isInteger(value) ? "NUMBER" : "DECIMAL"}_VALUE cannot be converted to ${type}`,
    );
  if (typeof value === "string") return serializationError(`STRING_VALUE cannot be converted to ${type}`);
  if (Array.isArray(value)) return serializationError(`Unrecognized collection type class java.lang.${type}`);
  return serializationError("Start of structure or map found where not expected");
}

function wrongForm(value: unknown, expected: "map" | "list" | "value"): ServiceError {
  if (Array.isArray(value))
    return serializationError(
      expected === "value"
        ? "Unrecognized collection type class com.amazonaws.dynamodb.v20120810.AttributeValue"
        : "Unrecognized collection type java.util.Map<java.lang.String, com.amazonaws.dynamodb.v20120810.AttributeValue>",
    );
  if (typeof value === "object" && value !== null)
    return serializationError("Start of structure or map found where not expected");
  return serializationError(
    expected === "value" ? "Unexpected value type in payload" : "Unexpected field type",
  );
}
