import { ChatError } from "./chat-error.ts";

const refusedKeywords = ["oneOf", "allOf", "not", "prefixItems", "propertyNames", "default"];

/**
 * The subset of JSON Schema that strict tools must keep to: every object closed, each of its properties required.
 * @throws ChatError in the service's words
 */
export function checkStrict(name: string, schema: unknown, at: readonly string[] = []): void {
  if (typeof schema !== "object" || schema === null) return;
  const refuse = (what: string): never => {
    const context = `(${at.map((key) => `'${key}'`).join(", ")})`;
    throw new ChatError(`Invalid schema for function '${name}': In context=${context}, ${what}`, {
      param: "tools",
      code: "invalid_function_parameters",
    });
  };
  const { type, properties, required, additionalProperties, items, anyOf } = schema as Record<
    string,
    unknown
  >;
  const refused = refusedKeywords.find((keyword) => keyword in schema);
  if (refused !== undefined) refuse(`'${refused}' is not permitted.`);
  if (type === "array" && items === undefined) refuse("array schema missing items.");
  if (type === "object" || (Array.isArray(type) && type.includes("object"))) {
    if (additionalProperties !== false)
      refuse("'additionalProperties' is required to be supplied and to be false.");
    const keys = Object.keys((properties ?? {}) as object);
    const missing = keys.find((key) => !Array.isArray(required) || !required.includes(key));
    if (missing !== undefined)
      refuse(
        `'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'.`,
      );
  }
  for (const [key, value] of Object.entries((properties ?? {}) as object))
    checkStrict(name, value, [...at, "properties", key]);
  checkStrict(name, items, [...at, "items"]);
  for (const [index, one] of (Array.isArray(anyOf) ? anyOf : []).entries())
    checkStrict(name, one, [...at, "anyOf", String(index)]);
}
