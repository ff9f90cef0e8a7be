import { DroverError } from "#shared/errors/drover-error.ts";
import type { Point } from "../targets/coordinate-space.ts";

const longestText = 200;
const wrapping = /<\/?(?:point|bbox)>|<\|box_(?:start|end)\|>|[\s,()[\]]/g;
const number = /[+-]?\d+(?:\.\d+)?/g;

function numbersIn(value: unknown): readonly number[] {
  if (Array.isArray(value)) return value.flat().map((part) => (typeof part === "number" ? part : Number.NaN));
  if (typeof value !== "string" || value.length > longestText) return [];
  const bare = value.replaceAll(wrapping, " ");
  return bare.replaceAll(number, "").trim() === "" ? (bare.match(number) ?? []).map(Number) : [];
}

/**
 * A point as models write it: `[x, y]`, `(x, y)`, `<point>x y</point>`, `<|box_start|>(x, y)<|box_end|>`; of a box, with
 * four numbers, its middle.
 * @throws ValidationError
 */
export function readPoint(value: unknown, field: string): Point {
  const numbers = numbersIn(value);
  if (numbers.every(Number.isFinite)) {
    const [a = 0, b = 0, c = 0, d = 0] = numbers;
    if (numbers.length === 2) return [a, b];
    if (numbers.length === 4) return [(a + c) / 2, (b + d) / 2];
  }
  const shown = (JSON.stringify(value) ?? "missing").slice(0, 120).toWellFormed();
  throw new DroverError(
    "ValidationError",
    `The parameter '${field}' is ${shown}: it must be a point of two numbers.`,
    {
      details: { field, value: shown },
    },
  );
}
