import { describe, expect, it } from "vitest";
import { evaluatedExpression } from "./evaluating.ts";

const inherited = ["constructor", "toString", "__proto__", "hasOwnProperty", "valueOf", "isPrototypeOf"];

/** Its own function makes an expression run in the sandbox. */
const inSandbox = (source: string) => `(function() { ${source} })()`;

describe("[fault D29] what every JavaScript object inherits is in no JSON", () => {
  it.each(inherited)("%s", async (key) => {
    const absent = [
      `$exists($states.input.${key})`,
      `$exists($states.input.list.${key})`,
      `$exists($lookup($states.input, "${key}"))`,
      `$exists({ "made": 1 }.${key})`,
      `$exists(("a" & "b").${key})`,
      `"${key}" in $keys($states.input)`,
      `$count($states.input.list[${key}]) > 0`,
      `$states.input.${key} = $states.input.${key}`,
      `$exists($${key})`,
    ];
    const input = { list: [{ n: 1 }, "two", [3]] };
    for (const source of absent) {
      expect(await evaluatedExpression(source, { input }), source).toBe(false);
      expect(await evaluatedExpression(inSandbox(source), { input }), source).toBe(false);
    }
  });

  it.each(inherited)("%s, but where an author wrote it", async (key) => {
    const input = JSON.parse(`{ "${key}": { "in": 1 } }`);
    const present = [`$states.input.${key}.in`, `$lookup($states.input, "${key}").in`, `$states.input.*.in`];
    for (const source of present) {
      expect(await evaluatedExpression(source, { input }), source).toBe(1);
      expect(await evaluatedExpression(inSandbox(source), { input }), source).toBe(1);
    }
    expect(await evaluatedExpression("$keys($states.input)[0]", { input })).toBe(key);
  });

  it("nor do keys and variables of such names stand in the way of others", async () => {
    const made = '{ "hasOwnProperty": 1, "constructor": 2, "b": 3 }';
    expect(await evaluatedExpression(made)).toEqual({ hasOwnProperty: 1, constructor: 2, b: 3 });
    const source = "($f := function() { $hasOwnProperty + $b }; $f())";
    expect(await evaluatedExpression(source, { variables: { hasOwnProperty: 1, b: 2 } })).toBe(3);
    await expect(evaluatedExpression('$hash("a", "constructor")')).rejects.toThrow("T0410");
  });
});
