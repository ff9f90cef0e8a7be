import { openapiDocument } from "#api/farm/openapi-document.ts";

export type Schema = Readonly<Record<string, unknown>>;
export type Properties = Readonly<Record<string, Schema>>;

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly {
    readonly in: string;
    readonly name: string;
    readonly required?: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}
interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

/** What the OpenAPI document says of the types. */
export function documentedTypes(): {
  readonly schemas: Properties;
  readonly operations: readonly Operation[];
} {
  const { paths, components } = openapiDocument() as unknown as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    readonly components: { readonly schemas: Properties };
  };
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  return { schemas: components.schemas, operations };
}

/** `packages/client/src/api.ts`: the types of the OpenAPI document, for whoever has none of the project's schemas. */
export function clientTypes(): string {
  const { schemas, operations } = documentedTypes();
  return [
    "/** The API's types. Written by `npm run openapi`. */",
    "",
    ...Object.entries(schemas).map(([name, schema]) => `export type ${nameOf(name)} = ${typeOf(schema)};\n`),
    "/** What each route takes and answers. */",
    "export interface DroverApi {",
    ...operations.map((operation) => `  readonly ${operation.operationId}: ${routeTypes(operation)};`),
    "}",
    "",
  ].join("\n");
}

function routeTypes({ parameters = [], requestBody, responses }: Operation): string {
  const given = (where: string) =>
    membersOf(
      parameters
        .filter((one) => one.in === where)
        .map(({ name, required = false, schema }) => ({ name, isRequired: required, type: typeOf(schema) })),
    );
  const answer = answerOf(responses);
  const body = jsonOf(requestBody);
  return membersOf([
    { name: "parameters", isRequired: true, type: given("path") },
    { name: "query", isRequired: true, type: given("query") },
    { name: "headers", isRequired: true, type: given("header") },
    { name: "body", isRequired: body !== undefined, type: body === undefined ? "undefined" : typeOf(body) },
    { name: "response", isRequired: true, type: typeOf(jsonOf(answer) ?? {}) },
  ]);
}

/** The answer when all went well. */
export const answerOf = (responses: Operation["responses"]): Content | undefined =>
  Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1];

export const jsonOf = (content: Content | undefined): Schema | undefined =>
  content?.content?.["application/json"]?.schema;

export const nameOf = (name: string): string => name.replaceAll(/\W/g, "_");

interface Member {
  readonly name: string;
  readonly isRequired: boolean;
  readonly type: string;
}

const membersOf = (members: readonly Member[]): string =>
  members.length === 0
    ? "object"
    : `{ ${members.map(({ name, isRequired, type }) => `readonly ${JSON.stringify(name)}${isRequired ? "" : "?"}: ${type}${isRequired ? "" : " | undefined"}`).join("; ")} }`;

const union = (types: readonly string[]): string => [...new Set(types)].join(" | ") || "unknown";

/** A JSON schema, of the forms that our own have, as a type. */
function typeOf(schema: Schema): string {
  const { $ref, type, enum: values, anyOf, oneOf } = schema;
  if (typeof $ref === "string") return nameOf($ref.split("/").at(-1) ?? "");
  if ("const" in schema) return JSON.stringify(schema.const);
  if (Array.isArray(values)) return union(values.map((value) => JSON.stringify(value)));
  const either = anyOf ?? oneOf;
  if (Array.isArray(either)) return `(${union(either.map((one: Schema) => typeOf(one)))})`;
  if (Array.isArray(type)) return `(${union(type.map((one: string) => typeOf({ ...schema, type: one })))})`;
  switch (type) {
    case "integer":
    case "number":
      return "number";
    case "string":
    case "boolean":
    case "null":
      return type;
    case "array":
      return Array.isArray(schema.prefixItems)
        ? `readonly [${schema.prefixItems.map((one: Schema) => typeOf(one)).join(", ")}]`
        : `readonly (${typeOf((schema.items ?? {}) as Schema)})[]`;
    case "object":
      return objectType(schema);
    default:
      return "unknown";
  }
}

function objectType({ properties = {}, required = [], additionalProperties }: Schema): string {
  const names = new Set(required as readonly string[]);
  const members = Object.entries(properties as Properties).map(([name, schema]) => ({
    name,
    isRequired: names.has(name),
    type: typeOf(schema),
  }));
  if (members.length > 0) return membersOf(members);
  if (additionalProperties === false) return "Readonly<Record<string, never>>";
  const value =
    typeof additionalProperties === "object" ? typeOf((additionalProperties ?? {}) as Schema) : "unknown";
  return `{ readonly [name: string]: ${value} }`;
}
