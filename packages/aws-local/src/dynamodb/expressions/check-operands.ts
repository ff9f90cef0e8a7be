import { type AttributeValue, attributeTypes, typeOf } from "../values/attribute-value.ts";
import { compareValues } from "../values/compare-values.ts";
import type { Operand, TestName } from "./condition.ts";
import { printPath, samePath } from "./document-path.ts";
import { ExpressionError } from "./tokens.ts";

/** What can be said against a function's operands before any item is seen. @throws ExpressionError */
export function checkTest(name: TestName | "size", operands: readonly [Operand, ...Operand[]]): void {
  const [first, second] = operands;
  if (second !== undefined) checkDistinct(name, first, second);
  switch (name) {
    case "attribute_exists":
    case "attribute_not_exists":
      if (first.kind !== "path")
        throw new ExpressionError(
          `Operator or function requires a document path; operator or function: ${name}`,
        );
      return;
    case "begins_with":
      for (const operand of operands) {
        const type = literalType(operand);
        if (type !== undefined && type !== "S" && type !== "B") throw wrongType(name, type);
      }
      return;
    case "attribute_type":
      checkTypeName(second);
      return;
    case "size": {
      const type = literalType(first);
      if (type === "N" || type === "BOOL" || type === "NULL") throw wrongType(name, type);
      return;
    }
    case "contains":
  }
}

function checkTypeName(operand: Operand | undefined): void {
  if (operand?.kind !== "value") throw wrongType("attribute_type", "{NS,SS,L,BS,N,M,B,BOOL,NULL,S}");
  if (!("S" in operand.value)) throw wrongType("attribute_type", typeOf(operand.value));
  const name = operand.value.S;
  if (!attributeTypes.some((type) => type === name))
    throw new ExpressionError(
      `Invalid attribute type name found; type: ${name}, valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}`,
    );
}

const wrongType = (name: string, type: string): ExpressionError =>
  new ExpressionError(
    `Incorrect operand type for operator or function; operator or function: ${name}, operand type: ${type}`,
  );

const literalType = (operand: Operand): string | undefined => {
  if (operand.kind === "size") return "N";
  return operand.kind === "value" ? typeOf(operand.value) : undefined;
};

export function checkDistinct(operator: string, one: Operand, two: Operand): void {
  if (one.kind === "path" && two.kind === "path" && samePath(one.path, two.path))
    throw new ExpressionError(
      `The first operand must be distinct from the remaining operands for this operator or function; operator: ${operator}, first operand: ${printPath(one.path)}`,
    );
}

export function checkBetween(low: Operand, high: Operand): void {
  if (low.kind !== "value" || high.kind !== "value") return;
  const bounds = `lower bound operand: ${print(low.value)}, upper bound operand: ${print(high.value)}`;
  if (typeOf(low.value) !== typeOf(high.value))
    throw new ExpressionError(
      `The BETWEEN operator requires same data type for lower and upper bounds; ${bounds}`,
    );
  if ((compareValues(low.value, high.value) ?? 0) > 0)
    throw new ExpressionError(
      `The BETWEEN operator requires upper bound to be greater than or equal to lower bound; ${bounds}`,
    );
}

const print = (value: AttributeValue): string => {
  const [type, content] = Object.entries(value)[0] ?? [];
  return `AttributeValue: {${type}:${typeof content === "string" ? content : JSON.stringify(content)}}`;
};
