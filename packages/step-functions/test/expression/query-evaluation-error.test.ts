import { describe, expect, it } from "vitest";
import { compileTemplate, evaluateTemplate } from "../../src/expression/compile-template.ts";
import { bindingsOf, contextOf, evaluated } from "./evaluating.ts";

const opening = "An error occurred while executing the state 'S' (entered at the event id #2).";
const sentence = (source: string, ending: string) =>
  `${opening} The JSONata expression '${source}' specified for the field 'Output' ${ending}`;

const stackOverflow =
  "threw an error during evaluation: Stack overflow error: Check for non-terminating recursive function. Consider rewriting as tail-recursive";
const memory =
  "threw an error during evaluation: Expression evaluation memory limit exceeded: Check for excessive memory usage";
const nested = (depth: number) => `($f := function($n) { $n = 0 ? 0 : 1 + $f($n - 1) }; $f(${depth}))`;
const terms = (count: number) => Array(count).fill("1").join("+");

// The endings are the service's, as measured on it.
const failures: readonly (readonly [source: string, ending: string])[] = [
  ["$states.input.absent", "returned nothing (undefined)."],
  ["$states.input.absent + 1", "returned nothing (undefined)."],
  ["$unknown", "returned nothing (undefined)."],
  ['$eval("1+1")', "threw an error during evaluation. T1006: Attempted to invoke a non-function"],
  [
    "$abs('x')",
    'threw an error during evaluation. T0410: Argument 1 of function "abs" does not match function signature',
  ],
  [
    "$sum(['a'])",
    'threw an error during evaluation. T0412: Argument 1 of function "sum" must be an array of "numbers"',
  ],
  [
    "1 + 'a'",
    'threw an error during evaluation. T2002: The right side of the "+" operator must evaluate to a number',
  ],
  ["$error('boom')", "threw an error during evaluation. D3137: boom"],
  ["$parse('')", "threw an error during evaluation. D3137: Invalid JSON"],
  ["$sum", "returned an unsupported result type."],
  ["{ 'f': function($x) { $x } }", "returned an unsupported result type."],
  [nested(32), stackOverflow],
  [terms(101), stackOverflow],
  ["[1..900000] ~> $count()", memory],
  ["($p := function($s, $n) { $n = 0 ? $s : $p($s & $s, $n - 1) }; $length($p('x', 31)))", memory],
];

describe("an expression that fails", () => {
  it.each(failures)("%s", async (source, ending) => {
    await expect(evaluated(`{% ${source} %}`)).rejects.toMatchObject({
      error: "States.QueryEvaluationError",
      name: "States.QueryEvaluationError",
      stateName: "S",
      location: "Output",
      cause: sentence(source, ending),
    });
  });

  it("names the field it stands in, with keys and indexes", async () => {
    await expect(evaluated({ a: { b: [1, "{% $states.input.x %}"] } })).rejects.toMatchObject({
      location: "Output/a/b[1]",
      cause: expect.stringContaining("for the field 'Output/a/b[1]' returned nothing (undefined)."),
    });
  });

  it("is the first of several in the order of the definition", async () => {
    const template = { a: "{% 1 + 1 %}", b: "{% $states.input.first %}", c: "{% $states.input.second %}" };
    await expect(evaluated(template)).rejects.toMatchObject({ location: "Output/b" });
  });

  it("that never ends is stopped after the service's second, by the given clock", async () => {
    const template = compileTemplate("{% ($f := function($n) { $f($n + 1) }; $f(0)) %}", "Output");
    await expect(evaluateTemplate(template, bindingsOf(), contextOf(30))).rejects.toMatchObject({
      cause: expect.stringContaining(
        "threw an error during evaluation: Expression evaluation timeout: Check for infinite loop",
      ),
    });
  });
});

describe("the deepest and largest that the service takes", () => {
  it.each([nested(31), terms(100), `${"(".repeat(99)}1${")".repeat(99)}`, "[1..873782] ~> $count()"])(
    "%s",
    async (source) => {
      await expect(evaluated(`{% ${source} %}`)).resolves.toEqual(expect.any(Number));
    },
  );

  it("does not take many members side by side for depth", async () => {
    const members = Array.from({ length: 150 }, (_, index) => `'k${index}': $f(${index})`).join(", ");
    const value = await evaluated(`{% ($f := function($n) { $n + 1 }; { ${members} }) %}`);
    expect(Object.keys(value as object)).toHaveLength(150);
  });
});
