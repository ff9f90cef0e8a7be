import { expect, it } from "vitest";
import type { Bindings } from "../../src/expression/bindings.ts";
import { isCheap, iterationDepthOf, sourcesOf } from "../../src/expression/evaluation-cost.ts";
import { parseJsonata } from "../../src/expression/jsonata-expression.ts";

const depthOf = (source: string): number => iterationDepthOf(parseJsonata(source).tree);

it.each([
  ["$turn.count + 1", 1],
  ["$exists($job.settings) ? $job.settings : {}", 1],
  ["$not($exists($states.result.items)) and $count($job.tags) > 3", 1],
  ["$string($turn.number)", 2],
  ["$exists($string($turn.number))", 2],
  ["$job.tags[$ in $turn.names]", 3],
  ["$job.**", 1],
  ["$job.**.**.**", 3],
  ["$map($job.tags, function($tag) { $tag & '!' })", Number.POSITIVE_INFINITY],
  ["[1..$turn.number]", Number.POSITIVE_INFINITY],
])("goes over its data as often inside going over it as the tree tells: %s", (source, depth) => {
  expect(depthOf(source)).toBe(depth);
});

it("weighs what the expression names, and nothing that lies beside it", () => {
  const many = Array.from({ length: 10_000 }, (_, at) => at);
  const bindings: Bindings = {
    states: { input: many, result: { step: 1 }, context: {} },
    variables: { turn: { number: 1 }, large: many },
  };
  const isCheapHere = (source: string): boolean => {
    const { tree } = parseJsonata(source);
    return isCheap(iterationDepthOf(tree), sourcesOf(tree)(bindings));
  };
  expect(isCheapHere("$turn.number + 1")).toBe(true);
  expect(isCheapHere("$exists($large)")).toBe(false);
  // What stands in $states belongs together.
  expect(isCheapHere("$exists($states.result.step)")).toBe(false);
});
