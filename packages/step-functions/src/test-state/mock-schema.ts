import { NormalizedSchema } from "@smithy/core/schema";
import type { SchemaRef } from "@smithy/types";
import { sdkActionOf } from "../definition/sdk-actions.ts";
import { serviceIntegration } from "../definition/service-integrations.ts";
import { isJsonObject, type JsonValue } from "../expression/json-value.ts";
import { outputSchema, type ServiceName } from "../integrations/sdk-services.ts";

/** Whether all required fields must be there; fields that are there must fit either way. */
export type ValidationMode = "STRICT" | "PRESENT";

/**
 * Holds a mocked result against the API's model of the answer it stands for; says what does not fit in the service's
 * words. What ends by a token or another execution has no such model.
 */
export async function schemaProblem(
  resource: string,
  result: JsonValue,
  mode: ValidationMode,
): Promise<string | undefined> {
  const name = /^arn:[^:]*:states:::(.+)$/.exec(resource)?.[1] ?? "";
  if (name === "states:startExecution") return startProblem(result, mode);
  const operation = operationOf(name);
  if (operation === undefined) return undefined;
  if (!isJsonObject(result)) return "Mocked result must be a JSON object";
  const schema = NormalizedSchema.of(await outputSchema(...operation));
  // What a function answers is any JSON.
  const { Payload, ...members } = result;
  const checked = name === "lambda:invoke" || Payload === undefined ? members : result;
  return problemIn(schema, checked, "result", mode);
}

function operationOf(name: string): readonly [ServiceName, string] | undefined {
  const optimised = serviceIntegration(name);
  if (optimised !== undefined) return optimised.answer;
  const found = sdkActionOf(name);
  if (found === undefined) return undefined;
  return [found.service, found.action.charAt(0).toUpperCase() + found.action.slice(1)];
}

function startProblem(result: JsonValue, mode: ValidationMode): string | undefined {
  if (!isJsonObject(result)) return "Mocked result must be a JSON object";
  for (const field of ["ExecutionArn", "StartDate"]) {
    const value = result[field];
    if (value === undefined && mode === "STRICT") return `Required field '${field}' is missing`;
    if (value !== undefined && typeof value !== "string") return `Field '${field}' must be a string`;
  }
  return undefined;
}

function problemIn(
  schema: NormalizedSchema,
  value: JsonValue,
  field: string,
  mode: ValidationMode,
): string | undefined {
  const expected = expectedType(schema);
  if (expected !== undefined && !expected.fits(value)) return `Field '${field}' must be ${expected.words}`;
  if (Array.isArray(value) && schema.isListSchema()) {
    return firstProblem(value, (item) => problemIn(schema.getValueSchema(), item, field, mode));
  }
  if (!isJsonObject(value)) return undefined;
  if (schema.isMapSchema()) {
    return firstProblem(Object.values(value), (item) =>
      problemIn(schema.getValueSchema(), item, field, mode),
    );
  }
  if (!schema.isStructSchema()) return undefined;
  const members = schema.getMemberSchemas();
  const missing =
    mode === "STRICT" ? requiredOf(schema).find((name) => value[name] === undefined) : undefined;
  if (missing !== undefined) return `Required field '${missing}' is missing`;
  return firstProblem(Object.entries(value), ([name, item]) => {
    const member = Object.hasOwn(members, name) ? members[name] : undefined;
    return member === undefined ? undefined : problemIn(member, item, name, mode);
  });
}

function firstProblem<Item>(
  items: readonly Item[],
  problemOf: (item: Item) => string | undefined,
): string | undefined {
  for (const item of items) {
    const problem = problemOf(item);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function expectedType(schema: NormalizedSchema) {
  if (schema.isListSchema()) return { words: "an array", fits: Array.isArray };
  if (schema.isStructSchema() || schema.isMapSchema()) return { words: "an object", fits: isJsonObject };
  if (schema.isStringSchema() || schema.isTimestampSchema() || schema.isBlobSchema()) return typed("string");
  if (schema.isNumericSchema()) return typed("number");
  return schema.isBooleanSchema() ? typed("boolean") : undefined;
}

const typed = (name: "string" | "number" | "boolean") => ({
  words: `a ${name}`,
  fits: (value: JsonValue) => typeof value === name,
});

/** The SDK's static schemas list required members first and end with their number. */
function requiredOf(schema: NormalizedSchema): readonly string[] {
  const [, , , , names = [], , count = 0] = schema.getSchema() as unknown as readonly [
    number,
    string,
    string,
    unknown,
    (readonly string[])?,
    (readonly SchemaRef[])?,
    number?,
  ];
  return names.slice(0, count);
}
