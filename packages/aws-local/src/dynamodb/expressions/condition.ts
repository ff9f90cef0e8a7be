import type { AttributeValue } from "../values/attribute-value.ts";
import type { DocumentPath } from "./document-path.ts";

export type Comparator = "=" | "<>" | "<" | "<=" | ">" | ">=";

export type Operand =
  | { readonly kind: "path"; readonly path: DocumentPath }
  | { readonly kind: "value"; readonly value: AttributeValue }
  | { readonly kind: "size"; readonly of: Operand };

export type TestName =
  | "attribute_exists"
  | "attribute_not_exists"
  | "attribute_type"
  | "begins_with"
  | "contains";

/** A condition or filter with its placeholders filled in. */
export type Condition =
  | { readonly kind: "and" | "or"; readonly left: Condition; readonly right: Condition }
  | { readonly kind: "not"; readonly of: Condition }
  | {
      readonly kind: "compare";
      readonly comparator: Comparator;
      readonly left: Operand;
      readonly right: Operand;
    }
  | { readonly kind: "between"; readonly operand: Operand; readonly low: Operand; readonly high: Operand }
  | { readonly kind: "in"; readonly operand: Operand; readonly choices: readonly Operand[] }
  | { readonly kind: "test"; readonly test: TestName; readonly operands: readonly [Operand, ...Operand[]] };

/** Every path that the condition looks at. */
export function pathsOf(condition: Condition): readonly DocumentPath[] {
  switch (condition.kind) {
    case "and":
    case "or":
      return [...pathsOf(condition.left), ...pathsOf(condition.right)];
    case "not":
      return pathsOf(condition.of);
    case "compare":
      return [condition.left, condition.right].flatMap(pathsOfOperand);
    case "between":
      return [condition.operand, condition.low, condition.high].flatMap(pathsOfOperand);
    case "in":
      return [condition.operand, ...condition.choices].flatMap(pathsOfOperand);
    case "test":
      return condition.operands.flatMap(pathsOfOperand);
  }
}

function pathsOfOperand(operand: Operand): readonly DocumentPath[] {
  if (operand.kind === "path") return [operand.path];
  return operand.kind === "size" ? pathsOfOperand(operand.of) : [];
}
