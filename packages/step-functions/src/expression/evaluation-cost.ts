import type { Bindings } from "./bindings.ts";
import { childNodes, type JsonataNode, walkNodes } from "./jsonata-node.ts";

/** Functions whose time is not proportional to what they are given, or not to be read off it. */
const COSTLY: ReadonlySet<unknown> = new Set([
  "distinct",
  "formatInteger",
  "parseInteger",
  "range",
  "toMillis",
]);

/** Functions that go once over what they are given, at most, and answer with one short value, so that nothing goes over more after them. */
const BRIEF: ReadonlySet<unknown> = new Set(["boolean", "count", "exists", "length", "not", "type"]);

/** Backtracking needs something that may match in more than one length. */
const REPETITION = /[*+?{]/;

/** Values that may be visited without anybody noticing: well under ten milliseconds of JSONata's interpreter. */
const CHEAP_VISITS = 5_000;

/**
 * How often an evaluation may go over its data inside going over its data: it visits at most `values ** depth` of
 * them. Infinite where the tree does not tell: functions of its own, ranges, regular expressions with repetition.
 */
export function iterationDepthOf(tree: JsonataNode): number {
  for (const node of walkNodes(tree)) if (isOpenEnded(node)) return Number.POSITIVE_INFINITY;
  return nestingOf(tree);
}

function isOpenEnded(node: JsonataNode): boolean {
  const { type, value } = node;
  if (type === "lambda" || type === "partial" || type === "transform" || value === "..") return true;
  if (type === "regex") return value instanceof RegExp && REPETITION.test(value.source);
  return type === "variable" && COSTLY.has(value);
}

function nestingOf(node: JsonataNode): number {
  let deepest = 0;
  for (const child of childNodes(node)) deepest = Math.max(deepest, nestingOf(child));
  return deepest + iterationsOf(node);
}

/** How often it goes over what its parts answer with, each time inside the time before. */
function iterationsOf({ type, value, steps = [], procedure }: JsonataNode): number {
  if (type === "function") return BRIEF.has(Object(procedure).value) ? 0 : 1;
  // A path goes down a tree once, and once more from everything that each `**` finds.
  if (type === "path") return Math.max(1, steps.filter((step) => step.type === "descendant").length);
  return type === "sort" || value === "in" ? 1 : 0;
}

/** The values that an evaluation starts from: of the variables and of what `$states` holds those that the tree names. */
export function sourcesOf(tree: JsonataNode): (bindings: Bindings) => readonly unknown[] {
  const names = new Set<unknown>();
  for (const { type, value } of walkNodes(tree)) if (type === "variable") names.add(value);
  return ({ variables, states: { input, result, errorOutput } }) => {
    const named = Object.keys(variables).filter((name) => names.has(name));
    const held = names.has("states") ? [input, result, errorOutput] : [];
    return [...held, ...named.map((name) => variables[name])];
  };
}

/** True when an evaluation of this depth over these values is over before anybody notices. */
export function isCheap(depth: number, values: readonly unknown[]): boolean {
  if (depth === Number.POSITIVE_INFINITY) return false;
  const most = Math.floor(CHEAP_VISITS ** (1 / Math.max(1, depth)));
  return weightUpTo(most, values) <= most;
}

/** Counts values, long texts more than once, and stops above `most`. */
function weightUpTo(most: number, values: readonly unknown[]): number {
  let weight = 0;
  const pending = [...values];
  while (pending.length > 0 && weight <= most) {
    const value = pending.pop();
    weight += typeof value === "string" ? 1 + (value.length >> 7) : 1;
    if (typeof value !== "object" || value === null) continue;
    const members: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
    if (weight + members.length > most) return most + 1;
    for (const member of members) pending.push(member);
  }
  return weight;
}
