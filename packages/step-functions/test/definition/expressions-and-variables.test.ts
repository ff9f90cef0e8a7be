import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/expression/json-value.ts";
import { choice, distributedMap, done, level, machineWith, map, pass, task } from "./machine-with.ts";
import { expectRefusal, findingsOf, type Refusal } from "./refusals.ts";

const output = (source: string) => machineWith(pass({ Output: `{% ${source} %}` }));
const invalid = (message: string, at = "Output") => `INVALID_JSONATA_EXPRESSION /States/S/${at}: ${message}`;
const unsupported = (name: string, at = "Output") =>
  `UNSUPPORTED_JSONATA_EXPRESSION /States/S/${at}: Reference to '${name}' is not supported.`;
const nonexistent = (name: string, at = "Output") =>
  `UNSUPPORTED_JSONATA_EXPRESSION /States/S/${at}: Field '${name}' does not exist.`;
const topLevel = (name: string, at = "Output") =>
  `UNSUPPORTED_JSONATA_EXPRESSION /States/S/${at}: Reference to '${name}' at the top level is not supported.`;
const catching = (fields: JsonObject) =>
  machineWith(task({ Catch: [{ ErrorEquals: ["States.ALL"], Next: "Done", ...fields }] }), done);

// The messages of the first six are the service's, as measured on it for the same expressions.
const refusals: readonly Refusal[] = [
  ["a bracket that closes wrongly", output("a[1,2)"), invalid('Expected "]", got ","')],
  [
    "a string without end",
    output('"unterminated'),
    invalid("String literal must be terminated by a matching quote"),
  ],
  ["an operator without its right side", output("1 +"), invalid("Unexpected end of expression")],
  ["a key without value", output('{"a":}'), invalid('The symbol "}" cannot be used as a unary operator')],
  [
    "a regular expression without end",
    output('$match("a", /abc'),
    invalid("No terminating / in regular expression"),
  ],
  ["the root, which no expression has", output("$$.a"), unsupported("$$")],
  ["an empty expression", output(""), invalid("Unexpected end of expression")],
  [
    "an expression that is not closed",
    machineWith(pass({ Output: { a: "{% 1" } })),
    invalid("A JSONata expression must be enclosed in '{%' and '%}', but '%}' is missing", "Output/a"),
  ],
  [
    "an expression that is not opened",
    machineWith(pass({ Output: ["1 %}"] })),
    invalid("A JSONata expression must be enclosed in '{%' and '%}', but '{%' is missing", "Output[0]"),
  ],
  [
    "an expression with a blank before it",
    machineWith(pass({ Output: " {% 1 %}" })),
    invalid("A JSONata expression must be enclosed in '{%' and '%}', but '{%' is missing"),
  ],
  ["a bare name", output("phone"), topLevel("phone")],
  ["a bare name deep in a function call", output("$sum($map([1], function($v) { $v + b }))"), topLevel("b")],
  ["the context item", output("$.a"), topLevel("$")],
  ["everything below the context item", output("**"), topLevel("**")],
  [
    "a result in Arguments",
    machineWith(task({ Arguments: "{% $states.result %}" })),
    nonexistent("$states.result", "Arguments"),
  ],
  ["a member that $states does not have", output("$states.inputs"), nonexistent("$states.inputs")],
  ["a result in a Pass", output("$states.result.a"), nonexistent("$states.result")],
  [
    "a result in a Catch",
    catching({ Output: "{% $states.result %}" }),
    nonexistent("$states.result", "Catch[0]/Output"),
  ],
  [
    "an error in Output",
    machineWith(task({ Output: "{% $states.errorOutput %}" })),
    nonexistent("$states.errorOutput"),
  ],
  [
    "an error in an item's selector",
    machineWith(map({ ItemSelector: { e: "{% $states.errorOutput.Error %}" } })),
    nonexistent("$states.errorOutput", "ItemSelector/e"),
  ],
  [
    "a condition that does not parse",
    machineWith(choice({ Condition: "{% 1 = %}" }), done),
    invalid("Unexpected end of expression", "Choices[0]/Condition"),
  ],
];

describe("expressions: a definition is refused for", () => {
  for (const refusal of refusals) it(refusal[0], () => expectRefusal(refusal));
});

describe("expressions that are taken", () => {
  it.each([
    "$states.input.items[value > 3]",
    "$states.input.items.{ 'id': id }",
    "$states.input.items^(>price)",
    "$states.input.items{ kind: $sum(n) }",
    "$states.context.Execution.Id",
    "($f := function($n) { $n * 2 }; $f(2))",
    "$states.input ~> |items|{ 'x': y }|",
    "$map($states.input.a, function($v, $i) { $v.b & $i })",
    "$exists($undefinedSoFar)",
    "$states.input.a.%.b",
  ])("%s", (source) => expect(findingsOf(output(source))).toEqual([]));

  it("takes an expression with spaces around it for a text, as the service does", () => {
    expect(findingsOf(machineWith(pass({ Output: [" {% not an expression %} "] })))).toEqual([]);
  });

  it("offers the result to Output and Assign of a Task, and the error to its catchers", () => {
    const ok = task({ Output: "{% $states.result %}", Assign: { r: "{% $states.result.a %}" } });
    expect(findingsOf(machineWith(ok))).toEqual([]);
    const error = { Output: "{% $states.errorOutput.Cause %}", Assign: { e: "{% $states.errorOutput %}" } };
    expect(findingsOf(catching(error))).toEqual([]);
  });
});

const assign = (name: string) => machineWith(pass({ Assign: { [name]: 1 } }));

const variables: readonly Refusal[] = [
  [
    "the reserved name",
    assign("states"),
    "SCHEMA /States/S/Assign/states: Variable name 'states' is reserved",
  ],
  [
    "a name with a dot",
    assign("a.b"),
    "SCHEMA /States/S/Assign/a.b: Variable name 'a.b' is not valid: it should begin with a letter, followed by letters, digits and underscores",
  ],
  [
    "a name of 81 characters",
    assign("v".repeat(81)),
    `SCHEMA /States/S/Assign/${"v".repeat(81)}: Variable name should have at most 80 characters`,
  ],
  [
    "Assign that is no object",
    machineWith(pass({ Assign: "{% {'a':1} %}" })),
    "SCHEMA /States/S/Assign: Expected value of type [OBJECT]",
  ],
  [
    "an iteration that assigns what the workflow assigns, even later",
    machineWith(
      {
        ...map({ ItemProcessor: level("I", pass({ Assign: { v: 1 } })) }),
        End: undefined as never,
        Next: "T",
      },
      { T: pass({ Assign: { v: 2 } }) },
    ),
    "DUPLICATE_VARIABLE_NAME /States/S/ItemProcessor/States/I/Assign/v: The variable name 'v' was already defined in a parent scope.",
  ],
  [
    "a catcher inside a branch that assigns an outer name",
    machineWith({
      Type: "Parallel",
      Branches: [level("B", task({ Catch: [{ ErrorEquals: ["E"], Next: "B", Assign: { v: 1 } }] }))],
      Assign: { v: 2 },
      End: true,
    }),
    "DUPLICATE_VARIABLE_NAME /States/S/Branches[0]/States/B/Catch[0]/Assign/v: The variable name 'v' was already defined in a parent scope.",
  ],
];

describe("variables: a definition is refused for", () => {
  for (const refusal of variables) it(refusal[0], () => expectRefusal(refusal));

  it("takes the same name in branches beside each other, and Unicode names", () => {
    const branch = (name: string) => level(name, pass({ Assign: { größe_1: 1 } }));
    const machine = machineWith({ Type: "Parallel", Branches: [branch("A"), branch("B")], End: true });
    expect(findingsOf(machine)).toEqual([]);
  });

  it("takes an outer name inside a distributed Map, whose children are executions of their own", () => {
    const ProcessorConfig = { Mode: "DISTRIBUTED", ExecutionType: "STANDARD" };
    const ItemProcessor = { ProcessorConfig, ...level("I", pass({ Assign: { v: 1 } })) };
    expect(findingsOf(machineWith(distributedMap({ ItemProcessor, Assign: { v: 2 } })))).toEqual([]);
  });
});
