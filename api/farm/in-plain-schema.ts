import { JsonValue } from "#shared/contracts/values/json-value.ts";

/** What JSON Schema has no word for, and what generators of clients cannot read: a type that is only made of itself. */
export function inPlainSchema({
  zodSchema,
  jsonSchema,
}: {
  readonly zodSchema: unknown;
  readonly jsonSchema: object;
}): void {
  const schema = jsonSchema as { told?: unknown; minimum?: number; maximum?: number };
  // This flag matters only to our prompts.
  delete schema.told;
  // Every integer of JavaScript has these bounds.
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (zodSchema !== JsonValue) return;
  for (const key of Object.keys(jsonSchema)) delete (jsonSchema as Record<string, unknown>)[key];
  Object.assign(jsonSchema, { description: "Any JSON value." });
}
