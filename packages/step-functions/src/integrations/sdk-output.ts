import type { JsonValue } from "../expression/json-value.ts";

interface TextStream {
  transformToString(): Promise<string>;
}

/**
 * A response of the SDK as JSON: times as text, a body as the text it holds, bytes deeper inside as base64. Members
 * that the response leaves out are left out.
 */
export async function sdkOutput(response: Readonly<Record<string, unknown>>): Promise<JsonValue> {
  const members: [string, JsonValue][] = [];
  for (const [name, value] of Object.entries(response)) {
    if (value === undefined) continue;
    members.push([name, isTextStream(value) ? await value.transformToString() : topLevel(value)]);
  }
  return Object.fromEntries(members);
}

function isTextStream(value: unknown): value is TextStream {
  return typeof value === "object" && value !== null && "transformToString" in value;
}

function topLevel(value: unknown): JsonValue {
  return value instanceof Uint8Array ? Buffer.from(value).toString() : plain(value);
}

function plain(value: unknown): JsonValue {
  if (value instanceof Date) return value.toISOString().replace(".000Z", "Z");
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value as JsonValue;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(entries.map(([key, item]) => [key, plain(item)]));
}
