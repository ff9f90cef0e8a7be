export interface JsonSchema {
  readonly [key: string]: unknown;
}
/** A schema, and what it is called or is in. */
export interface NamedSchema {
  readonly schema: JsonSchema;
  readonly name: string;
}

/** Inline schemas up to this many lines of indented JSON may repeat: a reference would be no shorter to read. */
const mostInlineLines = 20;

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const lineCount = (schema: JsonSchema): number => JSON.stringify(schema, null, 1).split("\n").length;
export const componentName = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");

/** What distinguishes this variant of a union: the first property with a single possible text. */
function literalOf({ properties }: JsonSchema): string | undefined {
  const values = isSchema(properties) ? Object.values(properties) : [];
  const literal = values.filter(isSchema).find((value) => typeof value.const === "string");
  return literal === undefined ? undefined : componentName(String(literal.const));
}

/** The schemas directly inside one, each with a name made of its parent's, and the schema with others in their place. */
function mapParts(
  { schema: parent, name }: NamedSchema,
  replace: (part: NamedSchema) => JsonSchema,
): JsonSchema {
  const one = (value: unknown, suffix: string) =>
    isSchema(value) ? replace({ schema: value, name: `${name}${suffix}` }) : value;
  const mapped = Object.entries(parent).map(([key, value]): readonly [string, unknown] => {
    if (key === "items" || key === "not") return [key, one(value, "")];
    if (key === "additionalProperties") return [key, one(value, "Value")];
    if (key === "properties" && isSchema(value))
      return [key, Object.fromEntries(Object.entries(value).map(([k, v]) => [k, one(v, componentName(k))]))];
    if (["anyOf", "oneOf", "allOf", "prefixItems"].includes(key) && Array.isArray(value))
      return [key, value.map((v, at) => one(v, (isSchema(v) && literalOf(v)) || `Option${at + 1}`))];
    return [key, value];
  });
  return Object.fromEntries(mapped);
}

type Named = Readonly<Record<string, JsonSchema>>;

/**
 * Every schema of more than 20 lines that occurs twice becomes a component, named after its alphabetically first place.
 *
 * @param components by name.
 * @param roots schemas outside of the components; what is made of their parts is named after them.
 * @param prefix of a reference, for example `#/components/schemas/`.
 * @returns all components, and what puts references into a root.
 */
export function shareRepeatedSchemas(
  components: Named,
  roots: readonly NamedSchema[],
  prefix: string,
): { readonly components: Named; readonly refer: (root: NamedSchema) => JsonSchema } {
  const places = placesByText([
    ...Object.entries(components).map(([name, schema]) => ({ schema, name: name.replace(/Output$/, "") })),
    ...roots,
  ]);
  const names = new Map<string, string>();
  for (const [name, schema] of Object.entries(components))
    if (lineCount(schema) > mostInlineLines) names.set(JSON.stringify(schema), name);
  const made = new Map<string, JsonSchema>();
  for (const [text, same] of places) {
    const [first] = same.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    if (first === undefined || same.length < 2 || names.has(text)) continue;
    let { name } = first;
    for (let copy = 2; name in components || made.has(name); copy++) name = `${first.name}${copy}`;
    names.set(text, name);
    made.set(name, first.schema);
  }
  const refer = ({ schema, name }: NamedSchema): JsonSchema => {
    const component = names.get(JSON.stringify(schema));
    return component === undefined ? mapParts({ schema, name }, refer) : { $ref: `${prefix}${component}` };
  };
  const all = Object.entries({ ...components, ...Object.fromEntries(made) });
  return {
    components: Object.fromEntries(all.map(([name, schema]) => [name, mapParts({ schema, name }, refer)])),
    refer,
  };
}

/** The places of each longer schema. The inside of one is visited once. */
function placesByText(roots: readonly NamedSchema[]): ReadonlyMap<string, readonly NamedSchema[]> {
  const places = new Map<string, NamedSchema[]>();
  const visit = (place: NamedSchema): JsonSchema => {
    const text = JSON.stringify(place.schema);
    const known = places.get(text);
    if (known !== undefined) known.push(place);
    else {
      if (lineCount(place.schema) > mostInlineLines) places.set(text, [place]);
      mapParts(place, visit);
    }
    return place.schema;
  };
  roots.forEach(visit);
  return places;
}
