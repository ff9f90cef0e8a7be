import type { Template } from "./compile-template.ts";
import type { JsonValue } from "./json-value.ts";
import { QueryEvaluationError, type StatePosition } from "./query-evaluation-error.ts";

/** Bounds of a field that holds a whole number. */
export interface IntegerRange {
  readonly min: number;
  readonly max: number;
}

/** The service's longest time: 99,999,999 seconds, about three years. */
export const secondsRange: IntegerRange = { min: 0, max: 99_999_999 };

function typeName(value: JsonValue): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function unexpectedType(
  template: Template,
  value: JsonValue,
  field: string,
  expected: string,
  state: StatePosition,
): never {
  const source = template.kind === "expression" ? template.expression.source : JSON.stringify(value);
  throw new QueryEvaluationError(
    state,
    `The JSONata expression '${source}' specified for the field '${field}' returned an unexpected result type. Expected '${expected}', but was '${typeName(value)}' for value: ${JSON.stringify(value)}`,
    field,
  );
}

/** A whole number within `range`, such as `TimeoutSeconds` or `MaxConcurrency`; fails with `QueryEvaluationError`. */
export function integerField(
  template: Template,
  value: JsonValue,
  field: string,
  range: IntegerRange,
  state: StatePosition,
): number {
  if (typeof value !== "number") return unexpectedType(template, value, field, "number", state);
  if (!Number.isInteger(value)) {
    throw new QueryEvaluationError(
      state,
      `The ${field} field cannot be parsed as an integer: ${value}`,
      field,
    );
  }
  if (value < range.min || value > range.max) {
    const bounds = `${field} must be between ${range.min} and ${range.max} but was: ${value}`;
    throw new QueryEvaluationError(state, bounds, field);
  }
  return value;
}

/** A percentage from 0 to 100, with a fraction allowed: `ToleratedFailurePercentage`. */
export function percentageField(
  template: Template,
  value: JsonValue,
  field: string,
  state: StatePosition,
): number {
  if (typeof value !== "number") return unexpectedType(template, value, field, "number", state);
  if (value < 0 || value > 100) {
    throw new QueryEvaluationError(state, `${field} must be between 0 and 100 but was: ${value}`, field);
  }
  return value;
}

/** The truth of a Choice rule's `Condition`. */
export function booleanField(
  template: Template,
  value: JsonValue,
  field: string,
  state: StatePosition,
): boolean {
  return typeof value === "boolean" ? value : unexpectedType(template, value, field, "boolean", state);
}

/** Text, such as a Fail state's `Error` and `Cause`. */
export function stringField(
  template: Template,
  value: JsonValue,
  field: string,
  state: StatePosition,
): string {
  return typeof value === "string" ? value : unexpectedType(template, value, field, "string", state);
}

// java.time's ISO_OFFSET_DATE_TIME, which the service parses with: `T` and an offset are required, seconds are not.
const offsetDateTime =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:\d{2})$/;

/** Milliseconds since the epoch of an RFC 3339 time with zone; `undefined` when it is none. */
export function parseTimestamp(text: string): number | undefined {
  const match = offsetDateTime.exec(text);
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0));
  const date = new Date(Date.UTC(year ?? 0, (month ?? 0) - 1, day ?? 0));
  const exists = date.getUTCMonth() === (month ?? 0) - 1 && date.getUTCDate() === day;
  if (!exists || (hour ?? 0) > 23 || (minute ?? 0) > 59 || (second ?? 0) > 59) return undefined;
  const millis = Number(`${match[7] ?? ""}000`.slice(0, 3));
  const zone = match[8] === "Z" ? 0 : zoneMinutes(match[8] ?? "");
  if (zone === undefined) return undefined;
  const time = (((hour ?? 0) * 60 + (minute ?? 0) - zone) * 60 + (second ?? 0)) * 1000;
  return date.getTime() + time + millis;
}

function zoneMinutes(zone: string): number | undefined {
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(4, 6));
  if (hours > 18 || minutes > 59) return undefined;
  return (zone.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}

/** A Wait state's `Timestamp`, in milliseconds since the epoch. */
export function timestampField(
  template: Template,
  value: JsonValue,
  field: string,
  state: StatePosition,
): number {
  if (typeof value !== "string") return unexpectedType(template, value, field, "string", state);
  const millis = parseTimestamp(value);
  if (millis !== undefined) return millis;
  throw new QueryEvaluationError(
    state,
    `The ${field} field cannot be parsed as an ISO-8601 extended offset date-time format string: ${value}`,
    field,
  );
}

/** What a Map state's `Items` returned. */
export function itemsField(template: Template, value: JsonValue, state: StatePosition): readonly JsonValue[] {
  return Array.isArray(value) ? value : unexpectedType(template, value, "Items", "array", state);
}

/** A Map state without `Items` runs over its input; the service names no field then. */
export function mapInput(value: JsonValue, state: StatePosition): readonly JsonValue[] {
  if (Array.isArray(value)) return value;
  throw new QueryEvaluationError(state, `Map state input must be an array but was: ${JSON.stringify(value)}`);
}
