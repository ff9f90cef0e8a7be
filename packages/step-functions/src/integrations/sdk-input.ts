import { NormalizedSchema } from "@smithy/core/schema";
import type { SchemaRef } from "@smithy/types";
import { isJsonObject, type JsonObject, type JsonValue } from "../expression/json-value.ts";
import { TaskFailure } from "./task-failure.ts";

/**
 * A request as a definition writes it, turned into what the SDK takes, by the SDK's own model: times are parsed, what is
 * no text where text belongs is written as JSON, and a body is the JSON text of what stands there.
 * @throws TaskFailure for a member that the request does not have.
 */
export function sdkInput(schema: SchemaRef, request: JsonObject): Readonly<Record<string, unknown>> {
  const members = NormalizedSchema.of(schema).getMemberSchemas();
  const input = structure(members, request, body);
  for (const [name, member] of Object.entries(members)) {
    if (!isStream(member)) continue;
    // The service sends a body as a string, and its SDK names the type of one; this SDK would name the type of bytes.
    if (input[name] !== undefined && "ContentType" in members) input.ContentType ??= TEXT;
    // Without a length the SDK would wait for a stream.
    input[name] ??= new Uint8Array();
  }
  return input;
}

const TEXT = "text/plain; charset=UTF-8";

type Members = Readonly<Record<string, NormalizedSchema>>;
type Bytes = (value: JsonValue) => Uint8Array;

const isStream = (schema: NormalizedSchema): boolean => schema.isBlobSchema() && schema.isStreaming();

/** The body of a request, as the service makes it. */
const body: Bytes = (value) => Buffer.from(JSON.stringify(value));

/** Bytes inside a structure stand as base64, as in the services' own JSON. */
const inner: Bytes = (value) =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value), "base64");

function structure(members: Members, value: JsonObject, bytes: Bytes): Record<string, unknown> {
  const converted: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const name = memberName(members, key);
    const schema = members[name];
    if (schema !== undefined && item !== null) converted[name] = convert(schema, item, bytes);
  }
  return converted;
}

/** SDKs spell some names otherwise than the API (`Bool` for DynamoDB's `BOOL`): any casing is taken. */
function memberName(members: Members, key: string): string {
  if (Object.hasOwn(members, key)) return key;
  const folded = key.toLowerCase();
  const name = Object.keys(members).find((candidate) => candidate.toLowerCase() === folded);
  if (name !== undefined) return name;
  throw new TaskFailure("States.Runtime", `The field '${key}' is not supported by Step Functions`);
}

function convert(schema: NormalizedSchema, value: JsonValue, bytes: Bytes = inner): unknown {
  if (schema.isStringSchema()) return typeof value === "string" ? value : JSON.stringify(value);
  if (schema.isBlobSchema()) return bytes(value);
  if (schema.isTimestampSchema()) return time(value);
  if (schema.isListSchema() && Array.isArray(value)) {
    return value.map((item: JsonValue) => convert(schema.getValueSchema(), item));
  }
  if (!isJsonObject(value)) return value;
  if (schema.isStructSchema()) return structure(schema.getMemberSchemas(), value, inner);
  if (!schema.isMapSchema()) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, convert(schema.getValueSchema(), item)]);
  return Object.fromEntries(entries);
}

/** ISO text, or seconds since the epoch. */
function time(value: JsonValue): unknown {
  if (typeof value === "number") return new Date(value * 1000);
  return typeof value === "string" ? new Date(value) : value;
}
