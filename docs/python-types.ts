import { documentedTypes, nameOf, type Properties, type Schema } from "./client-types.ts";

/** Names that Python keeps for itself: a name of ours gets an underscore behind it. */
const keywords = new Set(
  "False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield".split(
    " ",
  ),
);
export const pythonName = (name: string): string => (keywords.has(name) ? `${name}_` : name);
export const pascal = (name: string): string =>
  name.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_all, first: string) => first.toUpperCase());

const union = (types: readonly string[]): string => [...new Set(types)].join(" | ") || "Any";
const literal = (values: readonly unknown[]): string =>
  `Literal[${values.map((value) => (typeof value === "boolean" ? pascal(`${value}`) : JSON.stringify(value))).join(", ")}]`;

/** `api_types.py`: the types of the OpenAPI document. An object within another gets its own name: a TypedDict has to have one. */
export class PythonTypes {
  readonly #schemas: Properties = documentedTypes().schemas;
  readonly #names = new Set(["Any", "Literal", "NotRequired", "TypeAlias", "TypedDict"]);
  readonly #declarations: string[] = [];

  constructor() {
    const named = Object.entries(this.#schemas).map(([name, schema]) => [nameOf(name), schema] as const);
    for (const [name] of named) this.#names.add(name);
    for (const [name, schema] of named) {
      if (hasMembers(schema)) this.#declareObject(name, schema);
      else this.#declare(`${name}: TypeAlias = ${JSON.stringify(this.typeOf(schema, name))}`);
    }
  }

  text(): string {
    return [
      '"""The API\'s types. Written by `npm run openapi`."""',
      "from __future__ import annotations",
      "from typing import Any, Literal, NotRequired, TypeAlias, TypedDict",
      "",
      ...this.#declarations,
      "",
    ].join("\n");
  }

  /** The schema itself, where only its name stands. */
  resolved(schema: Schema): Schema {
    return typeof schema.$ref === "string" ? (this.#schemas[lastOf(schema.$ref)] ?? {}) : schema;
  }

  /** A JSON schema, of the forms that our own have, as a type. `name`: for the object that it may be. */
  typeOf(schema: Schema, name: string): string {
    const { $ref, type, enum: values, anyOf, oneOf } = schema;
    if (typeof $ref === "string") return nameOf(lastOf($ref));
    if ("const" in schema) return literal([schema.const]);
    if (Array.isArray(values)) return literal(values);
    const either = anyOf ?? oneOf;
    if (Array.isArray(either))
      return union(either.map((one: Schema) => this.typeOf(one, `${name}${kindOf(one)}`)));
    if (Array.isArray(type))
      return union(type.map((one: string) => this.typeOf({ ...schema, type: one }, name)));
    switch (type) {
      case "integer":
        return "int";
      case "number":
        return "float";
      case "string":
        return "str";
      case "boolean":
        return "bool";
      case "null":
        return "None";
      case "array": {
        const items = (schema.prefixItems ?? [schema.items ?? {}]) as readonly Schema[];
        return `list[${union(items.map((one) => this.typeOf(one, `${name}Item`)))}]`;
      }
      case "object":
        return hasMembers(schema)
          ? this.#declareObject(this.#freeName(name), schema)
          : this.#map(schema, name);
      default:
        return "Any";
    }
  }

  /** As `typeOf` of an object whose members are a method's arguments: none of them is one of Python's own words. */
  argumentsOf(schema: Schema, name: string): string {
    if (typeof schema.$ref === "string") return this.typeOf(schema, name);
    return this.#declareObject(this.#freeName(name), schema, pythonName);
  }

  #map({ additionalProperties }: Schema, name: string): string {
    const value = typeof additionalProperties === "object" ? (additionalProperties ?? {}) : {};
    return `dict[str, ${this.typeOf(value as Schema, `${name}Value`)}]`;
  }

  #declareObject(name: string, schema: Schema, named = (member: string) => member): string {
    const required = new Set((schema.required ?? []) as readonly string[]);
    const members = Object.entries(schema.properties as Properties).map(([member, one]) => {
      const type = this.typeOf(one, `${name}${pascal(member)}`);
      return [named(member), required.has(member) ? type : `NotRequired[${type}]`] as const;
    });
    const lines = members.some(([member]) => keywords.has(member))
      ? [
          `${name} = TypedDict("${name}", {`,
          ...members.map(([member, type]) => `    "${member}": ${JSON.stringify(type)},`),
          "})",
        ]
      : [`class ${name}(TypedDict):`, ...members.map(([member, type]) => `    ${member}: ${type}`)];
    this.#declare(lines.join("\n"));
    return name;
  }

  #declare(text: string): void {
    this.#declarations.push(`${text}\n`);
  }

  #freeName(wanted: string): string {
    let name = wanted;
    for (let count = 2; this.#names.has(name); count += 1) name = `${wanted}${count}`;
    this.#names.add(name);
    return name;
  }
}

export const hasMembers = ({ type, properties }: Schema): boolean =>
  type === "object" && Object.keys(properties ?? {}).length > 0;

const lastOf = (reference: string): string => reference.split("/").at(-1) ?? "";

/** By what a form of a union differs from the others, for its name. */
function kindOf({ properties }: Schema): string {
  const fixed = Object.values((properties ?? {}) as Properties).find(
    ({ const: value }) => typeof value === "string",
  );
  return pascal(String(fixed?.const ?? ""));
}
