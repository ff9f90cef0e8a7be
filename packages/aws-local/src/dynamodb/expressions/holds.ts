import { type AttributeValue, type Item, typeOf } from "../values/attribute-value.ts";
import { beginsWith, compareValues, containsValue, equalValues } from "../values/compare-values.ts";
import { sizeOf } from "../values/item-size.ts";
import type { Comparator, Condition, Operand } from "./condition.ts";
import { valueAt } from "./document-path.ts";

/** Whether the condition holds for the item; `{}` stands for one that is not there. */
export function holds(condition: Condition, item: Item): boolean {
  switch (condition.kind) {
    case "and":
      return holds(condition.left, item) && holds(condition.right, item);
    case "or":
      return holds(condition.left, item) || holds(condition.right, item);
    case "not":
      return !holds(condition.of, item);
    case "compare":
      return compares(condition.comparator, resolve(condition.left, item), resolve(condition.right, item));
    case "between": {
      const value = resolve(condition.operand, item);
      return (
        compares(">=", value, resolve(condition.low, item)) &&
        compares("<=", value, resolve(condition.high, item))
      );
    }
    case "in": {
      const value = resolve(condition.operand, item);
      return condition.choices.some((choice) => compares("=", value, resolve(choice, item)));
    }
    case "test":
      return passes(condition, item);
  }
}

function passes({ test, operands }: Extract<Condition, { kind: "test" }>, item: Item): boolean {
  const [value, other] = operands.map((operand) => resolve(operand, item));
  if (test === "attribute_not_exists") return value === undefined;
  if (value === undefined) return false;
  if (test === "attribute_exists") return true;
  if (other === undefined) return false;
  if (test === "begins_with") return beginsWith(value, other);
  if (test === "contains") return containsValue(value, other);
  return "S" in other && other.S === typeOf(value);
}

function resolve(operand: Operand, item: Item): AttributeValue | undefined {
  if (operand.kind === "value") return operand.value;
  if (operand.kind === "path") return valueAt(item, operand.path);
  const value = resolve(operand.of, item);
  const size = value === undefined ? undefined : sizeOf(value);
  return size === undefined ? undefined : { N: String(size) };
}

function compares(
  comparator: Comparator,
  left: AttributeValue | undefined,
  right: AttributeValue | undefined,
): boolean {
  if (comparator === "<>") return !compares("=", left, right);
  if (left === undefined || right === undefined) return false;
  if (comparator === "=") return equalValues(left, right);
  const order = compareValues(left, right);
  if (order === null) return false;
  if (comparator === "<") return order < 0;
  if (comparator === "<=") return order <= 0;
  return comparator === ">" ? order > 0 : order >= 0;
}
