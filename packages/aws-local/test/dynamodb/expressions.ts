import fc from "fast-check";
import type { Condition, Operand } from "../../src/dynamodb/expressions/condition.ts";
import type { DocumentPath } from "../../src/dynamodb/expressions/document-path.ts";
import type { Term, Update } from "../../src/dynamodb/expressions/update.ts";
import type { AttributeValue } from "../../src/dynamodb/values/attribute-value.ts";

/** Writes expressions with a placeholder for each value, as generators of expressions do. */
export class Printer {
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

export const name = fc.constantFrom("a1", "b1", "c1", "d_1", "E1");
export const path: fc.Arbitrary<DocumentPath> = fc
  .tuple(name, fc.array(fc.oneof(name, fc.nat(9)), { maxLength: 3 }))
  .map(([head, rest]) => [head, ...rest]);
export const text = fc.string({ maxLength: 5 }).map((S): AttributeValue => ({ S }));
export const value: fc.Arbitrary<AttributeValue> = fc.oneof(
  text,
  fc.integer().map((N) => ({ N: String(N) })),
  fc.boolean().map((BOOL) => ({ BOOL })),
);
