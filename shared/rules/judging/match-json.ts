import { matchesText } from "./match-text.ts";

export interface JsonMatch {
  readonly ignoreCase: boolean;
  /** How far a number may be from the expected one. */
  readonly tolerance?: number | undefined;
}

/** Binary fractions: 0.1 + 0.2 is within 0.3 ± 0. */
const rounding = 1e-9;

/** The same JSON: objects whatever the order of their fields, texts and numbers as the match says. */
export function sameJson(actual: unknown, expected: unknown, match: JsonMatch): boolean {
  if (typeof expected === "number" && typeof actual === "number") {
    const { tolerance } = match;
    if (tolerance === undefined) return actual === expected;
    return Math.abs(actual - expected) <= tolerance + rounding * Math.max(1, Math.abs(expected));
  }
  if (typeof expected === "string" && typeof actual === "string")
    return matchesText(actual, { equals: expected, ignoreCase: match.ignoreCase });
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return false;
    return expected.every((item, index) => sameJson(actual[index], item, match));
  }
  if (!isObject(expected) || !isObject(actual)) return actual === expected;
  const names = Object.keys(expected);
  if (names.length !== Object.keys(actual).length) return false;
  return names.every((name) => Object.hasOwn(actual, name) && sameJson(actual[name], expected[name], match));
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
