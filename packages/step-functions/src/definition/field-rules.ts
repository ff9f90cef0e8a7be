import { isJsonObject, type JsonObject, type JsonValue } from "../expression/json-value.ts";
import { isExpressionText } from "../expression/jsonata-expression.ts";
import type { Findings } from "./diagnostic.ts";

/** Checks the value of one field and reports at its location. */
export type FieldRule = (value: JsonValue, location: string, findings: Findings) => void;

export type FieldTable = Readonly<Record<string, FieldRule>>;

function typeMismatch(types: string): (location: string, findings: Findings) => void {
  return (location, findings) => findings.schema(`Expected value of type [${types}]`, location);
}

/** Any JSON; expressions in it are checked for the whole state at once. */
export const anyValue: FieldRule = () => {};

export const textValue: FieldRule = (value, location, findings) => {
  if (typeof value !== "string") typeMismatch("STRING")(location, findings);
};

/** Text that names a state: it has at least one character. */
export const stateName: FieldRule = (value, location, findings) => {
  if (typeof value !== "string") typeMismatch("STRING")(location, findings);
  else if (value === "") findings.schema("Value should not be empty", location);
};

export const flag: FieldRule = (value, location, findings) => {
  if (typeof value !== "boolean") typeMismatch("BOOLEAN")(location, findings);
};

export const object: FieldRule = (value, location, findings) => {
  if (!isJsonObject(value)) typeMismatch("OBJECT")(location, findings);
};

export const textList: FieldRule = (value, location, findings) => {
  if (!Array.isArray(value)) return typeMismatch("ARRAY")(location, findings);
  for (const [index, item] of value.entries()) textValue(item, `${location}[${index}]`, findings);
};

export function oneOf(...values: readonly string[]): FieldRule {
  return (value, location, findings) => {
    if (typeof value !== "string") typeMismatch("STRING")(location, findings);
    else if (!values.includes(value)) {
      findings.schema(`Value should be one of the following: [${values.join(", ")}]`, location);
    }
  };
}

/** One of several values, of which this engine runs some; the others are the service's but refused here. */
export function oneOfSupported(supported: readonly string[], unsupported: readonly string[]): FieldRule {
  const known = oneOf(...supported, ...unsupported);
  return (value, location, findings) => {
    known(value, location, findings);
    if (typeof value === "string" && unsupported.includes(value)) {
      findings.schema(
        `Value '${value}' is not supported by this engine; use one of [${supported.join(", ")}]`,
        location,
      );
    }
  };
}

function outside(value: number, min: number, max: number): string | undefined {
  if (value >= min && value <= max) return undefined;
  return max === Number.POSITIVE_INFINITY
    ? `Value should be at least ${min}`
    : `Value should be between ${min} and ${max}`;
}

export function integer(min: number, max: number): FieldRule {
  return (value, location, findings) => {
    if (typeof value !== "number" || !Number.isInteger(value))
      return typeMismatch("INTEGER")(location, findings);
    const problem = outside(value, min, max);
    if (problem !== undefined) findings.schema(problem, location);
  };
}

export function decimal(min: number, max: number): FieldRule {
  return (value, location, findings) => {
    if (typeof value !== "number") return typeMismatch("NUMBER")(location, findings);
    const problem = outside(value, min, max);
    if (problem !== undefined) findings.schema(problem, location);
  };
}

/** A field that an expression may stand in for. Its text is checked with the other expressions of the state. */
export function orExpression(rule: FieldRule): FieldRule {
  return (value, location, findings) => {
    if (typeof value === "string" && isExpressionText(value)) return;
    rule(value, location, findings);
  };
}

/** Reports what is not in the table and what is missing, and checks the rest. Returns false when it is not an object. */
export function checkFields(
  value: JsonValue,
  location: string,
  fields: FieldTable,
  required: readonly string[],
  findings: Findings,
): value is JsonObject {
  if (!isJsonObject(value)) {
    typeMismatch("OBJECT")(location, findings);
    return false;
  }
  const missing = required.filter((name) => !Object.hasOwn(value, name));
  if (missing.length > 0) findings.schema(`These fields are required: [${missing.join(", ")}]`, location);
  const prefix = location === "/" ? "" : location;
  for (const [name, item] of Object.entries(value)) {
    const rule = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (rule === undefined) findings.schema(`Field '${name}' is not supported`, location);
    else rule(item, `${prefix}/${name}`, findings);
  }
  return true;
}
