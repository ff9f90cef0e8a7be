/** Any value that JSON text can carry: what states pass on, variables hold and expressions return. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: JsonValue;
}

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export const isJsonArray = (value: JsonValue | undefined): value is readonly JsonValue[] =>
  Array.isArray(value);

/** Of what should be a list; none of anything else. */
export const jsonItems = (value: JsonValue | undefined): readonly JsonValue[] =>
  isJsonArray(value) ? value : [];
