import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../src/expression/json-value.ts";
import { evaluatedExpression } from "./evaluating.ts";

describe("the service's functions", () => {
  const cases: readonly (readonly [string, JsonValue])[] = [
    ["$partition([1,2,3,4,5], 2)", [[1, 2], [3, 4], [5]]],
    ["$partition([1,2,3], 2.9)", [[1, 2], [3]]],
    ["$range(0, 10, 5)", [0, 5, 10]],
    ["$range(0, 9, 5)", [0, 5]],
    ["$range(5, 1, -2)", [5, 3, 1]],
    ["$range(-1.7, 2, 1)", [-1, 0, 1, 2]],
    ["$range(3, 3, 1)", 3],
    ["$hash('input data', 'SHA-1')", createHash("sha1").update("input data").digest("hex")],
    ["$random()", 0.25],
    ["$uuid()", "the-uuid"],
    ["$parse('{\"a\": [1, null]}')", { a: [1, null] }],
    ["$parse('7')", 7],
    ["$map([1, 2], function($v) { $random($v) = $random($v) })", [true, true]],
    ["$random(1) = $random(2)", false],
    ["$count($range(1, 360145, 1))", 360_145],
  ];
  it.each(cases)("%s", async (source, expected) =>
    expect(await evaluatedExpression(source)).toEqual(expected),
  );

  it.each([
    "$partition([1], 0)",
    "$partition([], 2)",
    "$range(1, 5)",
    "$range(1, 5, 0)",
    "$range(1, 5, -1)",
    "$hash('a')",
    "$parse($states.input.absent)",
  ])("%s returns nothing", async (source) => {
    await expect(evaluatedExpression(source)).rejects.toThrow("returned nothing (undefined).");
  });

  it.each([
    ["$hash('a', 'md5')", 'T0410: Argument 2 of function "hash"'],
    ["$hash(1, 'MD5')", 'T0410: Argument 1 of function "hash"'],
    ["$range('a', 5, 1)", 'T0410: Argument 1 of function "range"'],
    ["$uuid(1)", 'T0410: Argument 1 of function "uuid"'],
    ["$random(1, 2)", 'T0410: Argument 2 of function "random"'],
    ["$parse('{')", "D3137: Invalid JSON"],
    ["$range(1, 360146, 1)", "Expression evaluation memory limit exceeded"],
  ])("%s fails", async (source, message) => {
    await expect(evaluatedExpression(source)).rejects.toThrow(message);
  });

  it("$random with a seed is the same number every time, within [0, 1)", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), async (seed) => {
        const value = await evaluatedExpression(`$random(${seed})`);
        expect(value).toBe(await evaluatedExpression(`$random(${seed})`));
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThan(1);
      }),
    );
  });

  it("$partition loses nothing: its chunks joined are the list, and all but the last are full", async () => {
    const lists = fc.array(fc.integer(), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(lists, fc.integer({ min: 1, max: 10 }), async (input, size) => {
        const chunks = (await evaluatedExpression(`$partition($states.input, ${size})`, {
          input,
        })) as JsonValue[][];
        expect(chunks.flat()).toEqual(input);
        expect(chunks.slice(0, -1).every((chunk) => chunk.length === size)).toBe(true);
      }),
    );
  });

  it("$range starts at start, goes in steps and never passes the end", async () => {
    const bound = fc.integer({ min: -50, max: 50 });
    await fc.assert(
      fc.asyncProperty(bound, bound, fc.integer({ min: 1, max: 9 }), async (from, to, size) => {
        const step = from <= to ? size : -size;
        const values = [await evaluatedExpression(`$range(${from}, ${to}, ${step})`)].flat() as number[];
        expect(values[0]).toBe(from);
        expect(values.every((value, index) => value === from + index * step)).toBe(true);
        const beyond = from + values.length * step;
        expect(step > 0 ? beyond > to : beyond < to).toBe(true);
      }),
    );
  });
});
