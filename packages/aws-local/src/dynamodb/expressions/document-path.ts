import {
  type AttributeValue,
  attributeOf,
  type Item,
  setAttribute,
  withAttribute,
  withoutAttribute,
} from "../values/attribute-value.ts";
import type { Placeholders } from "./placeholders.ts";
import { isReservedWord } from "./reserved-words.ts";
import type { TokenReader } from "./token-reader.ts";
import { ExpressionError } from "./tokens.ts";

/** An attribute's name, then names in maps and places in lists. */
export type DocumentPath = readonly [string, ...(readonly (string | number)[])];

export function parsePath(tokens: TokenReader, placeholders: Placeholders): DocumentPath {
  const head = parseName(tokens, placeholders);
  const rest: (string | number)[] = [];
  for (;;) {
    if (tokens.peek().kind === "index") rest.push(Number(tokens.next().text.slice(1, -1)));
    else if (tokens.takeSymbol(".")) rest.push(parseName(tokens, placeholders));
    else return [head, ...rest];
  }
}

function parseName(tokens: TokenReader, placeholders: Placeholders): string {
  const { kind, text } = tokens.peek();
  if (kind !== "word" && kind !== "name") throw tokens.unexpected();
  tokens.next();
  if (kind === "name") return placeholders.nameOf(text);
  if (isReservedWord(text))
    throw new ExpressionError(`Attribute name is a reserved keyword; reserved keyword: ${text}`);
  return text;
}

export const printPath = (path: DocumentPath): string =>
  `[${path.map((part) => (typeof part === "number" ? `[${part}]` : part)).join(", ")}]`;

export const samePath = (a: DocumentPath, b: DocumentPath): boolean =>
  a.length === b.length && a.every((part, index) => part === b[index]);

/** @throws ExpressionError when one of the paths leads through another, or one needs a list where another needs a map */
export function refuseOverlaps(paths: readonly DocumentPath[]): void {
  paths.forEach((path, index) => {
    for (const earlier of paths.slice(0, index)) refuseOverlap(earlier, path);
  });
}

function refuseOverlap(one: DocumentPath, two: DocumentPath): void {
  const rest = `must remove or rewrite one of these paths; path one: ${printPath(one)}, path two: ${printPath(two)}`;
  for (let at = 0; at < Math.min(one.length, two.length); at += 1) {
    if (typeof one[at] !== typeof two[at])
      throw new ExpressionError(`Two document paths conflict with each other; ${rest}`);
    if (one[at] !== two[at]) return;
  }
  throw new ExpressionError(`Two document paths overlap with each other; ${rest}`);
}

export function valueAt(item: Item, path: DocumentPath): AttributeValue | undefined {
  const [head, ...rest] = path;
  let value = attributeOf(item, head);
  for (const part of rest) value = value === undefined ? undefined : childOf(value, part);
  return value;
}

function childOf(value: AttributeValue, part: string | number): AttributeValue | undefined {
  if (typeof part === "number") return "L" in value ? value.L[part] : undefined;
  return "M" in value ? attributeOf(value.M, part) : undefined;
}

const invalidPath = (): ExpressionError =>
  new ExpressionError("The document path provided in the update expression is invalid for update");

interface Placed {
  readonly path: DocumentPath;
  readonly value: AttributeValue;
}

/** The item with these at their paths; a place beyond a list's end is its end. @throws ExpressionError */
export function withValuesAt(item: Item, values: readonly Placed[]): Item {
  // Copied once: an update of a job sets a dozen of its sixty attributes.
  const copy: Record<string, AttributeValue> = { ...item };
  for (const { path, value } of values) {
    const [head, ...rest] = path;
    setAttribute(copy, head, placed(attributeOf(copy, head), rest, value));
  }
  return copy;
}

/** The item with this at the path. @throws ExpressionError */
export const withValueAt = (item: Item, path: DocumentPath, value: AttributeValue): Item =>
  withValuesAt(item, [{ path, value }]);

function placed(
  at: AttributeValue | undefined,
  [part, ...rest]: readonly (string | number)[],
  value: AttributeValue,
): AttributeValue {
  if (part === undefined) return value;
  if (at === undefined) throw invalidPath();
  if (typeof part === "number") {
    if (!("L" in at)) throw invalidPath();
    const place = Math.min(part, at.L.length);
    return { L: at.L.toSpliced(place, 1, placed(at.L[part], rest, value)) };
  }
  if (!("M" in at)) throw invalidPath();
  return { M: withAttribute(at.M, part, placed(attributeOf(at.M, part), rest, value)) };
}

/** The item without what the path leads to. @throws ExpressionError when there is nothing that could hold it */
export function withoutValueAt(item: Item, path: DocumentPath): Item {
  const [head, ...rest] = path;
  if (rest.length === 0) return withoutAttribute(item, head);
  const value = attributeOf(item, head);
  if (value === undefined) throw invalidPath();
  return withAttribute(item, head, cut(value, rest));
}

function cut(at: AttributeValue, [part, ...rest]: readonly (string | number)[]): AttributeValue {
  if (typeof part === "number") {
    if (!("L" in at)) throw invalidPath();
    const element = at.L[part];
    if (rest.length === 0) return { L: at.L.filter((_, index) => index !== part) };
    if (element === undefined) throw invalidPath();
    return { L: at.L.with(part, cut(element, rest)) };
  }
  if (part === undefined || !("M" in at)) throw invalidPath();
  if (rest.length === 0) return { M: withoutAttribute(at.M, part) };
  const member = attributeOf(at.M, part);
  if (member === undefined) throw invalidPath();
  return { M: withAttribute(at.M, part, cut(member, rest)) };
}
