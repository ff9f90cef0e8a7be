import { validationError } from "../service-error.ts";
import { type AttributeValue, typeOf } from "../values/attribute-value.ts";
import type { Comparator, Condition, Operand } from "./condition.ts";

export type KeyTest =
  | {
      readonly kind: "compare";
      readonly comparator: Exclude<Comparator, "<>">;
      readonly value: AttributeValue;
    }
  | { readonly kind: "between"; readonly low: AttributeValue; readonly high: AttributeValue }
  | { readonly kind: "begins_with"; readonly value: AttributeValue };

export interface KeyAttribute {
  readonly name: string;
  readonly type: "S" | "N" | "B";
}

export interface KeyCondition {
  readonly partition: AttributeValue;
  readonly sort?: KeyTest;
}

/** What a query's condition says about the keys. @throws ValidationException for one that no index serves */
export function keyConditionOf(
  condition: Condition,
  partition: KeyAttribute,
  sort: KeyAttribute | undefined,
): KeyCondition {
  const tests = new Map<string, KeyTest>();
  collect(condition, tests);
  if (tests.size > 2) throw validationError("Conditions can be of length 1 or 2 only");
  const ofPartition = tests.get(partition.name);
  if (ofPartition === undefined) throw missed(partition);
  if (ofPartition.kind !== "compare" || ofPartition.comparator !== "=")
    throw validationError("Query key condition not supported");
  checkType(ofPartition, partition);
  if (tests.size === 1) return { partition: ofPartition.value };
  if (sort === undefined) throw validationError("Query key condition not supported");
  const ofSort = tests.get(sort.name);
  if (ofSort === undefined) throw missed(sort);
  checkType(ofSort, sort);
  return { partition: ofPartition.value, sort: ofSort };
}

const missed = ({ name }: KeyAttribute) =>
  validationError(`Query condition missed key schema element: ${name}`);

function checkType(test: KeyTest, { type }: KeyAttribute): void {
  const values = test.kind === "between" ? [test.low, test.high] : [test.value];
  if (values.some((value) => typeOf(value) !== type))
    throw validationError(
      "One or more parameter values were invalid: Condition parameter type does not match schema type",
    );
  if (
    values.some((value) => ("S" in value && value.S === "") || ("B" in value && value.B === "")) &&
    test.kind !== "begins_with"
  )
    throw validationError(
      `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty ${type === "S" ? "string" : "binary"} value.`,
    );
}

function collect(condition: Condition, tests: Map<string, KeyTest>): void {
  switch (condition.kind) {
    case "and":
      collect(condition.left, tests);
      collect(condition.right, tests);
      return;
    case "or":
    case "not":
    case "in":
      throw notUsable(condition.kind.toUpperCase());
    case "compare":
      collectComparison(condition, tests);
      return;
    case "between": {
      const name = keyNameOf(condition.operand, "BETWEEN");
      const [low, high] = [condition.low, condition.high].map(literalOf);
      if (low === undefined || high === undefined) throw severalNames();
      add(tests, name, { kind: "between", low, high });
      return;
    }
    case "test": {
      if (condition.test !== "begins_with") throw notUsable(condition.test);
      const [first, second] = condition.operands;
      const value = second === undefined ? undefined : literalOf(second);
      if (value === undefined) throw severalNames();
      add(tests, keyNameOf(first, "begins_with"), { kind: "begins_with", value });
    }
  }
}

const turned = { "=": "=", "<": ">", "<=": ">=", ">": "<", ">=": "<=" } as const;

function collectComparison(
  { comparator, left, right }: Extract<Condition, { kind: "compare" }>,
  tests: Map<string, KeyTest>,
): void {
  if (comparator === "<>") throw notUsable("<>");
  const [value, other] = [literalOf(left), literalOf(right)];
  if (other !== undefined && left.kind === "path")
    add(tests, nameOf(left), { kind: "compare", comparator, value: other });
  else if (value !== undefined && right.kind === "path")
    add(tests, nameOf(right), { kind: "compare", comparator: turned[comparator], value });
  else if (left.kind === "size" || right.kind === "size")
    throw validationError("KeyConditionExpressions cannot contain nested operations");
  else if (left.kind === "path") throw severalNames();
  else throw validationError("Invalid condition in KeyConditionExpression: No key attribute specified");
}

const literalOf = (operand: Operand): AttributeValue | undefined =>
  operand.kind === "value" ? operand.value : undefined;

function keyNameOf(operand: Operand, operator: string): string {
  if (operand.kind !== "path")
    throw validationError(
      `Invalid condition in KeyConditionExpression: ${operator} operator must have the key attribute as its first operand`,
    );
  return nameOf(operand);
}

function nameOf({ path }: Extract<Operand, { kind: "path" }>): string {
  if (path.length > 1)
    throw validationError("KeyConditionExpressions cannot have conditions on nested attributes");
  return path[0];
}

function add(tests: Map<string, KeyTest>, name: string, test: KeyTest): void {
  if (tests.has(name))
    throw validationError("KeyConditionExpressions must only contain one condition per key");
  tests.set(name, test);
}

const notUsable = (operator: string) =>
  validationError(`Invalid operator used in KeyConditionExpression: ${operator}`);

const severalNames = () =>
  validationError(
    "Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition",
  );
