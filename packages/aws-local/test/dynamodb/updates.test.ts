import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyUpdate } from "../../src/dynamodb/expressions/apply-update.ts";
import type { DocumentPath } from "../../src/dynamodb/expressions/document-path.ts";
import { parseUpdate } from "../../src/dynamodb/expressions/parse-update.ts";
import { createPlaceholders } from "../../src/dynamodb/expressions/placeholders.ts";
import type { Term, Update } from "../../src/dynamodb/expressions/update.ts";
import type { AttributeValue, Item } from "../../src/dynamodb/values/attribute-value.ts";
import { Printer, path } from "./expressions.ts";

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
