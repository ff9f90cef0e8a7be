import { createHash } from "node:crypto";
import { openapiDocument } from "#api/farm/openapi-document.ts";
import { publishedSchemas } from "#api/farm/published-schemas.ts";

type Operations = Readonly<Record<string, { readonly operationId?: string | undefined }>>;

const hashOf = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 8);

/** The fields of a schema; `!` is behind those that are always there. */
function fieldsOf(schema: object): readonly string[] {
  const { properties = {}, required = [] } = schema as { properties?: object; required?: readonly string[] };
  return Object.keys(properties).map((name) => (required.includes(name) ? `${name}!` : name));
}

/**
 * What the API and the published files look like from outside, a line each: routes, their schemas with the names of their fields, files.
 * A hash covers the rest, so that every change of an interface shows in a diff.
 */
export function interfaceDigest(): string {
  const { paths, components } = openapiDocument();
  const routes = Object.entries(paths as Readonly<Record<string, Operations>>).flatMap(([path, operations]) =>
    Object.entries(operations).map(
      ([method, operation]) =>
        `route ${operation.operationId} ${method.toUpperCase()} ${path} #${hashOf(operation)}`,
    ),
  );
  const schemas = Object.entries(components.schemas).map(([name, schema]) =>
    ["schema", name, `#${hashOf(schema)}`, ...fieldsOf(schema)].join(" "),
  );
  const files = Object.entries(publishedSchemas()).map(([name, schema]) => `file ${name} #${hashOf(schema)}`);
  return `${[...routes, ...schemas, ...files].sort().join("\n")}\n`;
}

const linesOf = (digest: string): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(
    digest
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => line.split(" "))
      .map(([kind, name, ...rest]) => [
        `${kind} ${name}`,
        new Set(rest.filter((part) => !part.startsWith("#"))),
      ]),
  );

/** What breaks a client that was made for the interface before: something is gone, or a field came to be required or optional. */
export function breakingChanges(before: string, after: string): readonly string[] {
  const now = linesOf(after);
  return [...linesOf(before)].flatMap(([name, parts]) => {
    const kept = now.get(name);
    if (kept === undefined) return [`${name} is gone`];
    const gone = [...parts].filter((part) => !kept.has(part)).map((part) => `${name} has no ${part}`);
    const required = [...kept].filter((part) => part.endsWith("!") && !parts.has(part));
    return [...gone, ...required.map((part) => `${name} requires ${part.slice(0, -1)}`)];
  });
}
