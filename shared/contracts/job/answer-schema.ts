import * as z from "zod";

const longest = 8_000;
const deepest = 8;

/** By keyword, what lies below it: schemas by name, a list of them, one, or nothing that is a schema. */
const keywords: Readonly<Record<string, "named" | "list" | "one" | "plain">> = {
  properties: "named",
  anyOf: "list",
  oneOf: "list",
  allOf: "list",
  prefixItems: "list",
  items: "one",
  additionalProperties: "one",
  not: "one",
  ...Object.fromEntries(
    [
      "$schema",
      "type",
      "title",
      "description",
      "default",
      "examples",
      "enum",
      "const",
      "format",
      "required",
      "minProperties",
      "maxProperties",
      "minItems",
      "maxItems",
      "uniqueItems",
      "minLength",
      "maxLength",
      "minimum",
      "maximum",
      "exclusiveMinimum",
      "exclusiveMaximum",
      "multipleOf",
    ].map((name) => [name, "plain"]),
  ),
};

/** Why a keyword is not taken, for people. */
const refused: Readonly<Record<string, string>> = {
  $ref: "is not supported: insert the schema itself",
  $dynamicRef: "is not supported: insert the schema itself",
  $id: "is useless without $ref",
  $defs: "is useless without $ref: insert each schema itself",
  definitions: "is useless without $ref: insert each schema itself",
  pattern: "is not supported: use enum, const or maxLength",
  patternProperties: "is not supported: name the properties",
};

interface Problem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

function problemIn(schema: unknown, path: readonly (string | number)[]): Problem | null {
  if (typeof schema === "boolean") return null;
  if (typeof schema !== "object" || schema === null || Array.isArray(schema))
    return { path, message: "must be a schema: an object, true or false" };
  if (path.length > deepest * 2) return { path, message: `is nested deeper than ${deepest} schemas` };
  for (const [keyword, value] of Object.entries(schema)) {
    const problem = problemOf(keyword, value, [...path, keyword]);
    if (problem !== null) return problem;
  }
  return null;
}

function problemOf(keyword: string, value: unknown, path: readonly (string | number)[]): Problem | null {
  const below = Object.hasOwn(keywords, keyword) ? keywords[keyword] : undefined;
  if (below === undefined) {
    const why = Object.hasOwn(refused, keyword) ? refused[keyword] : undefined;
    return { path, message: why ?? "is not a supported keyword" };
  }
  if (below === "plain") return null;
  if (below === "one") return problemIn(value, path);
  const isList = Array.isArray(value);
  if (typeof value !== "object" || value === null || isList !== (below === "list"))
    return { path, message: below === "list" ? "must be a list of schemas" : "must be schemas by name" };
  for (const [name, schema] of Object.entries(value)) {
    const problem = problemIn(schema, [...path, isList ? Number(name) : name]);
    if (problem !== null) return problem;
  }
  return null;
}

/**
 * A JSON Schema that an answer must fit: no references and no patterns, so that it stands by itself and no text can make it
 * slow. `format` is told to the model and not checked.
 */
export const AnswerSchema = z.record(z.string(), z.unknown()).superRefine((schema, context) => {
  if (JSON.stringify(schema).length > longest) {
    context.addIssue({ code: "custom", message: `must be at most ${longest} characters of JSON` });
    return;
  }
  const problem = problemIn(schema, []);
  if (problem !== null)
    context.addIssue({ code: "custom", path: [...problem.path], message: problem.message });
});
export type AnswerSchema = z.infer<typeof AnswerSchema>;
