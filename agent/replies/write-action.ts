import type { Coordinate } from "#shared/contracts/values/coordinate.ts";
import type { Point } from "../targets/coordinate-space.ts";
import type { GivenAction } from "./foreign-actions.ts";

/** A text in single quotes, as Python's literals have it. */
export const literal = (text: unknown, quote: "'" | '"' = "'"): string =>
  quote +
  String(text ?? "")
    .replaceAll("\\", "\\\\")
    .replaceAll(quote, `\\${quote}`)
    .replaceAll("\n", "\\n") +
  quote;

/** One of our actions in a model's own words; `point` gives a field's place in its own unit. */
export type Write<Written = Readonly<Record<string, unknown>>> = (
  action: GivenAction,
  point: (field: string) => Point,
) => Written;
/** The same as text; a point in it reads `x,y`. */
export type WriteText = Write<string>;

const isCoordinate = (value: unknown): value is Coordinate =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === "number");

const origin: Point = [0, 0];

function written<Written>(
  writings: Readonly<Record<string, Write<Written>>>,
  action: GivenAction,
  place: (coordinate: Coordinate) => Point,
): Written | undefined {
  if (!Object.hasOwn(writings, action.action)) return undefined;
  return writings[action.action]?.(action, (field) => {
    const value = action[field];
    return isCoordinate(value) ? place(value) : origin;
  });
}

/** What the model has no words for is told as our own JSON. */
export const writeText = (
  writings: Readonly<Record<string, WriteText>>,
  action: GivenAction,
  place: (coordinate: Coordinate) => Point,
): string => written(writings, action, place) ?? JSON.stringify(action);

/** As an object, for those that write JSON. */
export const writeFields = (
  writings: Readonly<Record<string, Write>>,
  action: GivenAction,
  place: (coordinate: Coordinate) => Point,
): Readonly<Record<string, unknown>> => written(writings, action, place) ?? action;
