type Schema = Readonly<Record<string, unknown>>;

const isSchema = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What strict tools have in common with any: of the rest, bounds are left to whoever reads the call. */
const kept = ["type", "description", "enum", "const"] as const;
const bounds = new Set([
  ...["minLength", "maxLength", "pattern", "format", "minimum", "maximum", "exclusiveMinimum"],
  ...["exclusiveMaximum", "multipleOf", "minItems", "maxItems", "uniqueItems"],
  ...["default", "title", "examples", "$schema"],
]);
const walked = new Set(["properties", "required", "additionalProperties", "items", "anyOf"]);

const typesOf = (type: unknown): readonly unknown[] =>
  typeof type === "string" ? [type] : Array.isArray(type) ? type : [];

function orNull(schema: Schema): Schema {
  const { type, enum: values } = schema;
  const types = typesOf(type);
  if (types.length === 0) return { anyOf: [schema, { type: "null" }] };
  return {
    ...schema,
    type: [...new Set([...types, "null"])],
    ...(Array.isArray(values) ? { enum: [...values, null] } : {}),
  };
}

function objectOf({ properties = {}, required = [], additionalProperties = false }: Schema): Schema | null {
  if (additionalProperties !== false || !isSchema(properties)) return null;
  const strict: Record<string, Schema> = {};
  for (const [name, property] of Object.entries(properties)) {
    const made = strictSchema(property);
    if (made === null) return null;
    strict[name] = Array.isArray(required) && required.includes(name) ? made : orNull(made);
  }
  return { properties: strict, required: Object.keys(strict), additionalProperties: false };
}

/**
 * The schema in the subset that OpenAI's strict tools take: each property is required, and one that may be left out may be null.
 * Null where the subset has no words for it, such as an object with any keys.
 */
export function strictSchema(schema: unknown): Schema | null {
  if (!isSchema(schema)) return null;
  const { type, items, anyOf } = schema;
  const isKnown = (key: string): boolean =>
    bounds.has(key) || walked.has(key) || (kept as readonly string[]).includes(key);
  if (!Object.keys(schema).every(isKnown)) return null;
  const own = Object.fromEntries(kept.flatMap((key) => (key in schema ? [[key, schema[key]]] : [])));
  if (Array.isArray(anyOf)) {
    const made = anyOf.map(strictSchema);
    return made.includes(null) ? null : { ...own, anyOf: made };
  }
  if (type === "object") {
    const object = objectOf(schema);
    return object === null ? null : { ...own, ...object };
  }
  if (type === "array") {
    const made = strictSchema(items);
    return made === null ? null : { ...own, items: made };
  }
  const isPlain = typesOf(type).every((one) => one !== "object" && one !== "array");
  return isPlain && ("type" in schema || "const" in schema || "enum" in schema) ? own : null;
}

/** What a strict tool was called with, without the nulls that stand for what is left out. */
export function withoutAddedNulls(value: unknown, schema: unknown): unknown {
  if (!isSchema(schema)) return value;
  const { properties, required, items } = schema;
  if (Array.isArray(value)) return value.map((one) => withoutAddedNulls(one, items));
  if (!isSchema(value) || !isSchema(properties)) return value;
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, given]) => given !== null || needed.includes(name))
      .map(([name, given]) => [name, withoutAddedNulls(given, properties[name])]),
  );
}
