import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileTemplate, evaluateTemplate } from "../../src/expression/compile-template.ts";
import type { JsonObject, JsonValue } from "../../src/expression/json-value.ts";
import { bindingsOf, contextOf, evaluated, evaluatedExpression } from "./evaluating.ts";

const input: JsonObject = {
  n: 5,
  one: [0],
  none: [],
  nothing: null,
  orders: [
    { id: 1, lines: [{ q: 1 }, { q: 2 }] },
    { id: 2, lines: [{ q: 3 }] },
  ],
};

const cases: readonly (readonly [string, JsonValue])[] = [
  ["$states.input.n", 5],
  ["$states.input.nothing", null],
  ["$states.input.one", [0]],
  ["$states.input.none", []],
  ["$states.input.orders.lines.q", [1, 2, 3]],
  ["$states.input.orders[id = 2].lines.q", 3],
  ["$states.input.orders[id = 1].lines.{ 'q': q }", [{ q: 1 }, { q: 2 }]],
  ["$states.input.orders[id = 2].lines.{ 'q': q }", { q: 3 }],
  ["[$states.input.orders[id = 2].lines.q]", [3]],
  ["$states.input.orders.lines[q = 3][]", [{ q: 3 }]],
  ["$sum($states.input.orders.lines.q) + $count($states.input.nothing)", 7],
  ["$states.context.Execution.Name & '!'", "e1!"],
  ["{ 'a': $states.input.absent, 'b': 1 }", { b: 1 }],
  ["1/0", "Infinity"],
  ["[0/0, -1/0]", ["NaN", "-Infinity"]],
  ["$v[0]", "first"],
  ["$list{ 'a': $count($) }", { a: 0 }],
];

describe("expressions", () => {
  it.each(cases)("%s", async (source, expected) => {
    const variables = { v: ["first", "second"], list: [] };
    const value = await evaluatedExpression(source, { input, variables });
    expect(JSON.stringify(value)).toBe(JSON.stringify(expected));
    expect(value).toEqual(expected);
  });

  it("keep what looks like an expression but is not one whole string", async () => {
    const template = { a: "x {% 1 %}", "{% key %}": "{%}", b: "{%%" };
    expect(await evaluated(template)).toEqual(template);
  });

  it("are evaluated wherever they stand in a template, in the order they stand there", async () => {
    expect(
      await evaluated({ a: ["{% 1 + 1 %}", { b: "{% $states.input.n %}" }, "c"], d: null }, { input }),
    ).toEqual({
      a: [2, { b: 5 }, "c"],
      d: null,
    });
  });

  it("leave the input and variables as they were, even where JSONata writes to a grouped list", async () => {
    const variables: JsonObject = { list: [] };
    await evaluatedExpression("$list{ 'a': 1 }", { variables });
    expect(variables).toEqual({ list: [] });
  });

  it("may be evaluated many times at once, each with its own input", async () => {
    const template = compileTemplate("{% $map([1..3], function($v) { $v * $states.input }) %}", "Output");
    const runs = Array.from({ length: 50 }, (_, n) =>
      evaluateTemplate(template, bindingsOf({ input: n }), contextOf()),
    );
    expect(await Promise.all(runs)).toEqual(Array.from({ length: 50 }, (_, n) => [n, 2 * n, 3 * n]));
  });

  it.each(["$states.context", "$states", "{ 'kept': $states.context }"])(
    "take %s as it is at that moment, though its parts are read late",
    async (source) => {
      let retries = 0;
      const context = {
        get State() {
          return { RetryCount: retries };
        },
      };
      const bindings = { states: { input: 1, context }, variables: {} };
      const value = await evaluateTemplate(
        compileTemplate(`{% ${source} %}`, "Output"),
        bindings,
        contextOf(),
      );
      const before = JSON.stringify(value);
      retries = 1;
      expect(JSON.stringify(value)).toBe(before);
    },
  );

  it("tell the time of the given clock, in any format and zone", async () => {
    const template = compileTemplate(
      "{% [$now(), $now('[H01]:[m01]', '+0200'), $fromMillis($millis() + 1000)] %}",
      "Output",
    );
    const context = { ...contextOf(), epochMs: () => Date.UTC(2026, 0, 1, 12, 30) };
    expect(await evaluateTemplate(template, bindingsOf(), context)).toEqual([
      "2026-01-01T12:30:00.000Z",
      "14:30",
      "2026-01-01T12:30:01.000Z",
    ]);
  });

  it("give lists that count as plain lists when they are read again", async () => {
    const once = await evaluatedExpression("$states.input.orders[id = 2].lines[]", { input });
    expect(once).toEqual([{ q: 3 }]);
    expect(await evaluatedExpression("$v", { variables: { v: once } })).toEqual([{ q: 3 }]);
    expect(Object.getOwnPropertyNames(once)).toEqual(["0", "length"]);
  });
});

describe("templates without promises", () => {
  const noExpression = fc
    .jsonValue()
    .filter((value) => !JSON.stringify(value).includes("{%")) as fc.Arbitrary<JsonValue>;

  it("a template without expressions is a constant that evaluates to itself at once", () => {
    fc.assert(
      fc.property(noExpression, (value) => {
        const template = compileTemplate(value, "Output");
        expect(template.kind).toBe("constant");
        expect(evaluateTemplate(template, bindingsOf(), contextOf())).toBe(value);
      }),
    );
  });

  it("plain paths into input and variables come back at once, also inside a template", () => {
    const template = compileTemplate({ a: "{% $states.input.n %}", b: ["{% $v %}", 1] }, "Output");
    expect(evaluateTemplate(template, bindingsOf({ input, variables: { v: true } }), contextOf())).toEqual({
      a: 5,
      b: [true, 1],
    });
  });

  it("a plain path gives what JSONata gives for the same data", async () => {
    const name = fc.constantFrom("a", "b", "c");
    const leaf = fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.constant(null));
    const { tree } = fc.letrec<{ tree: JsonValue }>((tie) => ({
      tree: fc.oneof(
        { depthSize: "small" },
        leaf,
        fc.array(tie("tree"), { maxLength: 3 }),
        fc.dictionary(name, tie("tree"), { maxKeys: 3 }),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(tree, fc.array(name, { minLength: 1, maxLength: 4 }), async (value, names) => {
        const path = ["$states.input", ...names].join(".");
        const settle = (source: string) =>
          evaluatedExpression(source, { input: value }).then(
            (found) => JSON.stringify(found),
            (error: Error) => error.message.replaceAll(source, ""),
          );
        // A block around the path has the same value and goes the long way through the interpreter.
        expect(await settle(path)).toBe(await settle(`(${path})`));
      }),
    );
  });
});
