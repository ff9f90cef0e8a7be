import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyUpdate } from "../../src/dynamodb/expressions/apply-update.ts";
import type { Condition, Operand } from "../../src/dynamodb/expressions/condition.ts";
import { holds } from "../../src/dynamodb/expressions/holds.ts";
import { parseCondition } from "../../src/dynamodb/expressions/parse-condition.ts";
import { parseUpdate } from "../../src/dynamodb/expressions/parse-update.ts";
import { createPlaceholders } from "../../src/dynamodb/expressions/placeholders.ts";
import type { AttributeValue, Item } from "../../src/dynamodb/values/attribute-value.ts";
import { name, Printer, path, text, value } from "./expressions.ts";

const pathOperand = path.map((of): Operand => ({ kind: "path", path: of }));
const valueOperand = value.map((one): Operand => ({ kind: "value", value: one }));
const operand: fc.Arbitrary<Operand> = fc.oneof(
  pathOperand,
  valueOperand,
  pathOperand.map((of): Operand => ({ kind: "size", of })),
);
const comparator = fc.constantFrom("=", "<>", "<", "<=", ">", ">=");
const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.record({ kind: fc.constant("compare"), comparator, left: operand, right: valueOperand }),
    fc.record({ kind: fc.constant("between"), operand: pathOperand, low: pathOperand, high: operand }),
    fc.record({
      kind: fc.constant("in"),
      operand,
      choices: fc.array(operand, { minLength: 1, maxLength: 4 }),
    }),
    pathOperand.map((one): Condition => ({ kind: "test", test: "attribute_not_exists", operands: [one] })),
    fc.tuple(pathOperand, text).map(
      ([one, S]): Condition => ({
        kind: "test",
        test: "begins_with",
        operands: [one, { kind: "value", value: S }],
      }),
    ),
    fc.record({
      kind: fc.constantFrom("and", "or"),
      left: tie("condition"),
      right: tie("condition"),
    }) as fc.Arbitrary<Condition>,
    fc.record({ kind: fc.constant("not"), of: tie("condition") }),
  ) as fc.Arbitrary<Condition>,
}));

const read = (text: string, values: Readonly<Record<string, AttributeValue>> = {}): Condition =>
  parseCondition(text, createPlaceholders({ "#n": "name with spaces" }, values));

describe("a condition", () => {
  it("is read as it was meant, whatever it is made of", () => {
    fc.assert(
      fc.property(condition, (meant) => {
        const printer = new Printer();
        expect(read(printer.condition(meant), printer.values)).toEqual(meant);
      }),
      { numRuns: 500 },
    );
  });

  it("holds or not, and NOT turns that round, for any item", () => {
    const item = fc.dictionary(name, value, { maxKeys: 4 });
    fc.assert(
      fc.property(condition, item, (one, of) => {
        expect(holds({ kind: "not", of: one }, of)).toBe(!holds(one, of));
      }),
    );
  });

  const item: Item = {
    text1: { S: "héllo" },
    number1: { N: "10" },
    list1: { L: [{ N: "1" }, { S: "x" }, { M: { deep: { BOOL: true } } }] },
    set1: { NS: ["1", "2"] },
    bytes: { B: Buffer.from([0xff, 0x01]).toString("base64") },
    map1: { M: { a1: { N: "1" } } },
    "name with spaces": { NULL: true },
  };
  const values = {
    ":ten": { N: "10" },
    ":nine": { N: "9" },
    ":x": { S: "x" },
    ":he": { S: "hé" },
    ":one": { N: "1" },
    ":ff": { B: Buffer.from([0xff]).toString("base64") },
    ":number": { S: "N" },
    ":set": { NS: ["2", "1"] },
    ":map": { M: { a1: { N: "1" } } },
    ":true": { BOOL: true },
    ":six": { N: "6" },
  } satisfies Record<string, AttributeValue>;

  it.each([
    ["number1 = :ten", true],
    ["number1 > :nine", true],
    ["number1 < :nine OR text1 = :x", false],
    ["NOT number1 = :nine AND text1 <> :x", true],
    ["text1 = :x OR text1 <> :x AND number1 = :ten", true],
    ["(text1 = :x OR text1 <> :x) AND number1 = :nine", false],
    ["number1 BETWEEN :nine AND :ten", true],
    ["number1 IN (:one, :x, :ten)", true],
    ["absent <> :ten", true],
    ["absent = :ten", false],
    ["absent < :ten", false],
    ["number1 < text1", false],
    ["attribute_exists(list1[2].deep)", true],
    ["attribute_not_exists(list1[3])", true],
    ["attribute_exists(#n)", true],
    ["attribute_type(number1, :number)", true],
    ["begins_with(text1, :he)", true],
    ["begins_with(bytes, :ff)", true],
    ["contains(text1, :he)", true],
    ["contains(list1, :x)", true],
    ["contains(set1, :one)", true],
    ["contains(set1, :nine)", false],
    ["contains(bytes, :ff)", true],
    ["size(list1) > :one", true],
    ["size(text1) = :six", true],
    ["size(number1) = :one", false],
    ["set1 = :set", true],
    ["map1 = :map", true],
    ["list1[2].deep = :true", true],
    ["(text1) <> (:x)", true],
  ])("%s: %s", (expression, expected) => {
    expect(holds(read(expression, values), item)).toBe(expected);
  });

  it.each([
    ["", "The expression can not be empty;"],
    [
      "number1 = :none",
      "An expression attribute value used in expression is not defined; attribute value: :none",
    ],
    [
      "#none = :x",
      "An expression attribute name used in the document path is not defined; attribute name: #none",
    ],
    ["status = :x", "Attribute name is a reserved keyword; reserved keyword: status"],
    ["text1 = :x AND", 'Syntax error; token: "<EOF>", near: "AND"'],
    ["text1 == :x", 'Syntax error; token: "=", near: "== :x"'],
    ["text1 ! :x", 'Syntax error; token: "!", near: "text1 ! :"'],
    ["text1", 'Syntax error; token: "<EOF>", near: "text1"'],
    ["((text1 = :x))", "The expression has redundant parentheses;"],
    ["size(text1)", "The function is not allowed to be used this way in an expression; function: size"],
    [
      "contains(text1, :x) = :x",
      "The function is not allowed to be used this way in an expression; function: contains",
    ],
    ["foo(text1)", "Invalid function name; function: foo"],
    [
      "size(text1, :x) = :ten",
      "Incorrect number of operands for operator or function; operator or function: size, number of operands: 2",
    ],
    [
      "attribute_exists(:x)",
      "Operator or function requires a document path; operator or function: attribute_exists",
    ],
    [
      "begins_with(text1, :ten)",
      "Incorrect operand type for operator or function; operator or function: begins_with, operand type: N",
    ],
    [
      "text1 = text1",
      "The first operand must be distinct from the remaining operands for this operator or function; operator: =, first operand: [text1]",
    ],
    [
      "number1 BETWEEN :ten AND :nine",
      "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower bound operand: AttributeValue: {N:10}, upper bound operand: AttributeValue: {N:9}",
    ],
    [
      "attribute_type(text1, :x)",
      "Invalid attribute type name found; type: x, valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}",
    ],
  ])("%s is refused in the service's words", (expression, words) => {
    expect(() => read(expression, values)).toThrow(words);
  });

  it("is refused, and nothing worse, when it is nested a thousand deep", () => {
    expect(() => read(`${"NOT ".repeat(900)}text1 = :x`, values)).toThrow("nested too deeply");
    expect(() => read(`${"(".repeat(900)}text1 = :x`, values)).toThrow("nested too deeply");
  });
});

it("keeps attributes apart from what every object has", () => {
  const item = applyUpdate(
    JSON.parse('{"__proto__": {"S": "mine"}}') as Item,
    parseUpdate(
      "SET #p = :x, #c = :x",
      createPlaceholders({ "#p": "__proto__", "#c": "constructor" }, { ":x": { S: "x" } }),
    ),
  );
  expect(JSON.stringify(item)).toBe('{"__proto__":{"S":"x"},"constructor":{"S":"x"}}');
  expect(holds(read("attribute_not_exists(toString)"), item)).toBe(true);
});
