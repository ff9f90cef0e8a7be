import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyUpdate } from "#local/cloud/dynamodb/expressions/apply-update.ts";
import type { Condition, Operand } from "#local/cloud/dynamodb/expressions/condition.ts";
import type { DocumentPath } from "#local/cloud/dynamodb/expressions/document-path.ts";
import { holds } from "#local/cloud/dynamodb/expressions/holds.ts";
import { parseCondition } from "#local/cloud/dynamodb/expressions/parse-condition.ts";
import { parseUpdate } from "#local/cloud/dynamodb/expressions/parse-update.ts";
import { createPlaceholders } from "#local/cloud/dynamodb/expressions/placeholders.ts";
import { parseProjection, project } from "#local/cloud/dynamodb/expressions/projection.ts";
import type { Term, Update } from "#local/cloud/dynamodb/expressions/update.ts";
import type { AttributeValue, Item } from "#local/cloud/dynamodb/values/attribute-value.ts";

/** Writes expressions with a placeholder for each value, as generators of expressions do. */
class Printer {
  readonly values: Record<string, AttributeValue> = {};

  value(value: AttributeValue): string {
    const name = `:v${Object.keys(this.values).length}`;
    this.values[name] = value;
    return name;
  }

  path([head, ...rest]: DocumentPath): string {
    return head + rest.map((part) => (typeof part === "number" ? `[${part}]` : `.${part}`)).join("");
  }

  operand(operand: Operand): string {
    if (operand.kind === "path") return this.path(operand.path);
    return operand.kind === "value" ? this.value(operand.value) : `size(${this.operand(operand.of)})`;
  }

  /** Parentheses only where the precedence asks for them. */
  condition(condition: Condition, outer: "or" | "and" | "not" = "or"): string {
    const wrap = (text: string, needed: boolean): string => (needed ? `(${text})` : text);
    switch (condition.kind) {
      case "or":
        return wrap(
          `${this.condition(condition.left, "or")} OR ${this.condition(condition.right, "and")}`,
          outer !== "or",
        );
      case "and":
        return wrap(
          `${this.condition(condition.left, "and")} and ${this.condition(condition.right, "not")}`,
          outer === "not",
        );
      case "not":
        return `NOT ${this.condition(condition.of, "not")}`;
      case "compare":
        return `${this.operand(condition.left)} ${condition.comparator} ${this.operand(condition.right)}`;
      case "between":
        return `${this.operand(condition.operand)} BETWEEN ${this.operand(condition.low)} AND ${this.operand(condition.high)}`;
      case "in":
        return `${this.operand(condition.operand)} IN (${condition.choices.map((one) => this.operand(one)).join(",")})`;
      case "test":
        return `${condition.test}(${condition.operands.map((one) => this.operand(one)).join(", ")})`;
    }
  }

  term(term: Term): string {
    switch (term.kind) {
      case "path":
        return this.path(term.path);
      case "value":
        return this.value(term.value);
      case "sum":
        return `(${this.term(term.left)} ${term.operator} ${this.term(term.right)})`;
      case "if_not_exists":
        return `if_not_exists(${this.path(term.path)}, ${this.term(term.otherwise)})`;
      case "list_append":
        return `list_append(${this.term(term.first)}, ${this.term(term.second)})`;
    }
  }

  update({ set, remove, add, delete: deleted }: Update): string {
    const withValue = (all: Update["add"]): string =>
      all.map(({ path, value }) => `${this.path(path)} ${this.value(value)}`).join(", ");
    return [
      set.length > 0 &&
        `SET ${set.map(({ path, term }) => `${this.path(path)} = ${this.term(term)}`).join(", ")}`,
      remove.length > 0 && `REMOVE ${remove.map((path) => this.path(path)).join(", ")}`,
      add.length > 0 && `ADD ${withValue(add)}`,
      deleted.length > 0 && `DELETE ${withValue(deleted)}`,
    ]
      .filter(Boolean)
      .join(" ");
  }
}

const name = fc.constantFrom("a1", "b1", "c1", "d_1", "E1");
const path: fc.Arbitrary<DocumentPath> = fc
  .tuple(name, fc.array(fc.oneof(name, fc.nat(9)), { maxLength: 3 }))
  .map(([head, rest]) => [head, ...rest]);
const text = fc.string({ maxLength: 5 }).map((S): AttributeValue => ({ S }));
const value: fc.Arbitrary<AttributeValue> = fc.oneof(
  text,
  fc.integer().map((N) => ({ N: String(N) })),
  fc.boolean().map((BOOL) => ({ BOOL })),
);
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

const { term } = fc.letrec<{ term: Term }>((tie) => ({
  term: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    path.map((of): Term => ({ kind: "path", path: of })),
    fc.integer().map((N): Term => ({ kind: "value", value: { N: String(N) } })),
    fc.record({
      kind: fc.constant("sum"),
      operator: fc.constantFrom("+", "-"),
      left: tie("term"),
      right: tie("term"),
    }),
    fc.record({ kind: fc.constant("if_not_exists"), path, otherwise: tie("term") }),
    fc.tuple(path, path).map(
      ([one, two]): Term => ({
        kind: "list_append",
        first: { kind: "path", path: one },
        second: { kind: "path", path: two },
      }),
    ),
  ) as fc.Arbitrary<Term>,
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

describe("an update", () => {
  it("is read as it was meant, whatever it is made of", () => {
    const meant = fc.record({
      set: fc.array(fc.record({ path: fc.constantFrom<DocumentPath>(["a1", "x"], ["a1", "y"]), term }), {
        maxLength: 1,
      }),
      remove: fc.subarray<DocumentPath>([
        ["b1", 0],
        ["b1", 1],
        ["b1", 2, "x"],
      ]),
      add: fc.constantFrom<Update["add"]>([], [{ path: ["c1"], value: { N: "1" } }]),
      delete: fc.constantFrom<Update["add"]>([], [{ path: ["d_1"], value: { SS: ["x"] } }]),
    });
    fc.assert(
      fc.property(meant, (update) => {
        const printer = new Printer();
        const expression = printer.update(update);
        fc.pre(expression !== "");
        expect(parseUpdate(expression, createPlaceholders(undefined, printer.values))).toEqual(update);
      }),
      { numRuns: 300 },
    );
  });

  const item: Item = {
    n: { N: "5" },
    l: { L: [{ S: "0" }, { S: "1" }, { S: "2" }, { S: "3" }] },
    m: { M: { x: { N: "1" }, y: { N: "2" } } },
    s: { SS: ["a", "b"] },
  };
  const values = {
    ":one": { N: "1" },
    ":x": { S: "x" },
    ":list": { L: [{ S: "new" }] },
    ":ab": { SS: ["a", "b"] },
    ":bc": { SS: ["b", "c"] },
  } satisfies Record<string, AttributeValue>;
  const update = (expression: string): Item =>
    applyUpdate(item, parseUpdate(expression, createPlaceholders(undefined, values)));
  const texts = (...all: readonly string[]): AttributeValue => ({ L: all.map((S) => ({ S })) });

  it.each<[string, Item]>([
    ["SET n = n + :one", { n: { N: "6" } }],
    ["SET n = :one - n", { n: { N: "-4" } }],
    ["SET fresh = if_not_exists(fresh, :one) + :one", { fresh: { N: "2" } }],
    ["SET fresh = n, n = :one", { fresh: { N: "5" }, n: { N: "1" } }],
    ["SET l[1] = :x", { l: texts("0", "x", "2", "3") }],
    ["SET l[9] = :x, l[7] = l[0]", { l: texts("0", "1", "2", "3", "0", "x") }],
    ["SET l = list_append(:list, l)", { l: texts("new", "0", "1", "2", "3") }],
    ["SET m.z = :x", { m: { M: { x: { N: "1" }, y: { N: "2" }, z: { S: "x" } } } }],
    ["REMOVE l[0], l[2]", { l: texts("1", "3") }],
    ["REMOVE l[1] SET l[0] = :x", { l: texts("x", "2", "3") }],
    ["REMOVE l[8]", {}],
    ["REMOVE m.x, absent", { m: { M: { y: { N: "2" } } } }],
    ["ADD n :one, fresh :one", { n: { N: "6" }, fresh: { N: "1" } }],
    ["ADD s :bc", { s: { SS: ["a", "b", "c"] } }],
    ["DELETE s :bc", { s: { SS: ["a"] } }],
    ["DELETE absent :ab", {}],
  ])("%s", (expression, changed) => {
    expect(update(expression)).toEqual({ ...item, ...changed });
  });

  it("takes the attribute away with a set's last member", () => {
    expect(update("DELETE s :ab")).not.toHaveProperty("s");
  });

  it.each([
    ["SET n = absent", "The provided expression refers to an attribute that does not exist in the item"],
    ["SET n = s + :one", "An operand in the update expression has an incorrect data type"],
    ["ADD l :one", "An operand in the update expression has an incorrect data type"],
    ["SET absent.x = :one", "The document path provided in the update expression is invalid for update"],
    ["SET n[0] = :one", "The document path provided in the update expression is invalid for update"],
    ["REMOVE absent.x", "The document path provided in the update expression is invalid for update"],
    ["SET n = :one SET l = :list", 'The "SET" section can only be used once in an update expression;'],
    [
      "SET m.x = :one REMOVE m",
      "Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [m, x], path two: [m]",
    ],
    [
      "SET m.x = :one, m[0] = :one",
      "Two document paths conflict with each other; must remove or rewrite one of these paths; path one: [m, x], path two: [m, [0]]",
    ],
    ["ADD n :x", "Incorrect operand type for operator or function; operator: ADD, operand type: STRING"],
    ["SET n = n + :one + :one", 'Syntax error; token: "+", near: ":one + :one"'],
    ["SET n = :one,", 'Syntax error; token: "<EOF>", near: ","'],
    ["n = :one", 'Syntax error; token: "n", near: "n ="'],
  ])("%s is refused in the service's words", (expression, words) => {
    expect(() => update(expression)).toThrow(words);
  });
});

describe("a projection", () => {
  it("gives what its paths lead to, and moves a list's elements together", () => {
    const item: Item = {
      a: { S: "a" },
      m: { M: { x: { N: "1" }, y: { N: "2" } } },
      l: { L: [{ N: "0" }, { M: { x: { N: "1" }, y: { N: "2" } } }, { N: "2" }] },
    };
    const paths = parseProjection(
      "m.x, l[2], l[1].y, a, absent.x, l[9]",
      createPlaceholders(undefined, undefined),
    );
    expect(project(item, paths)).toEqual({
      a: { S: "a" },
      m: { M: { x: { N: "1" } } },
      l: { L: [{ M: { y: { N: "2" } } }, { N: "2" }] },
    });
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
