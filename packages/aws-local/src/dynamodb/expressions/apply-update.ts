import { validationError } from "../service-error.ts";
import { type AttributeValue, type Item, typeOf } from "../values/attribute-value.ts";
import { addDecimals, decimalObjection, decimalOf, formatDecimal, negated } from "../values/decimal.ts";
import { membersOf } from "../values/item-size.ts";
import { type DocumentPath, valueAt, withoutValueAt, withValueAt, withValuesAt } from "./document-path.ts";
import { ExpressionError } from "./tokens.ts";
import type { Term, Update } from "./update.ts";

/** The item after the update: every value is taken from, and every place in a list counted in, the item as it was. */
export function applyUpdate(item: Item, update: Update): Item {
  try {
    const additions = [
      ...update.set.map(({ path, term }) => ({ path, value: evaluate(term, item) })),
      ...update.add.map(({ path, value }) => ({ path, value: added(valueAt(item, path), value) })),
    ].sort((a, b) => comparePaths(a.path, b.path));
    let result = withValuesAt(item, additions);
    const cuts: DocumentPath[] = update.remove.filter((path) => path.length === 1 || isThere(item, path));
    for (const { path, value } of update.delete) {
      const left = without(valueAt(item, path), value);
      if (left === "nothing") cuts.push(path);
      else if (left !== undefined) result = withValueAt(result, path, left);
    }
    // From the end of a list to its begin, so that no place moves before its turn.
    for (const path of cuts.sort((a, b) => comparePaths(b, a))) result = withoutValueAt(result, path);
    return result;
  } catch (error) {
    if (error instanceof ExpressionError) throw validationError(error.message);
    throw error;
  }
}

/** @throws ExpressionError when there is nothing that could hold what is to be removed */
function isThere(item: Item, path: DocumentPath): boolean {
  withoutValueAt(item, path);
  return valueAt(item, path) !== undefined;
}

function comparePaths(a: DocumentPath, b: DocumentPath): number {
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) {
    const [one, two] = [a[at], b[at]];
    if (one === two || one === undefined || two === undefined) continue;
    if (typeof one === "number" && typeof two === "number") return one - two;
    return String(one) < String(two) ? -1 : 1;
  }
  return a.length - b.length;
}

const wrongType = (): ExpressionError =>
  new ExpressionError("An operand in the update expression has an incorrect data type");

function evaluate(term: Term, item: Item): AttributeValue {
  switch (term.kind) {
    case "value":
      return term.value;
    case "path":
      return present(valueAt(item, term.path));
    case "if_not_exists":
      return valueAt(item, term.path) ?? evaluate(term.otherwise, item);
    case "list_append": {
      const [first, second] = [evaluate(term.first, item), evaluate(term.second, item)];
      if (!("L" in first && "L" in second)) throw wrongType();
      return { L: [...first.L, ...second.L] };
    }
    case "sum":
      return sum(evaluate(term.left, item), term.operator, evaluate(term.right, item));
  }
}

function present(value: AttributeValue | undefined): AttributeValue {
  if (value === undefined)
    throw new ExpressionError(
      "The provided expression refers to an attribute that does not exist in the item",
    );
  return value;
}

function sum(left: AttributeValue, operator: "+" | "-", right: AttributeValue): AttributeValue {
  if (!("N" in left && "N" in right)) throw wrongType();
  const second = decimalOf(right.N);
  const total = addDecimals(decimalOf(left.N), operator === "+" ? second : negated(second));
  // The service says so, too, of a sum that has too many digits.
  if (decimalObjection(total) !== null)
    throw new ExpressionError(
      "Number overflow. Attempting to store a number with magnitude larger than supported range",
    );
  return { N: formatDecimal(total) };
}

function added(value: AttributeValue | undefined, more: AttributeValue): AttributeValue {
  if (value === undefined) return more;
  if ("N" in value && "N" in more) return sum(value, "+", more);
  return withMembers(value, more, [...new Set([...membersOf(value), ...membersOf(more)])]);
}

/** The set without these; undefined: there is none. */
function without(
  value: AttributeValue | undefined,
  fewer: AttributeValue,
): AttributeValue | "nothing" | undefined {
  if (value === undefined) return undefined;
  const gone = new Set(membersOf(fewer));
  const left = membersOf(value).filter((member) => !gone.has(member));
  const result = withMembers(value, fewer, left);
  return left.length === 0 ? "nothing" : result;
}

function withMembers(
  value: AttributeValue,
  other: AttributeValue,
  members: readonly string[],
): AttributeValue {
  const type = typeOf(other);
  if (typeOf(value) !== type) throw wrongType();
  if (type === "SS") return { SS: members };
  if (type === "NS") return { NS: members };
  if (type === "BS") return { BS: members };
  throw wrongType();
}
