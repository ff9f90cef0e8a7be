import { describe, expect, it } from "vitest";
import { createPlaceholders } from "../../src/dynamodb/expressions/placeholders.ts";
import { parseProjection, project } from "../../src/dynamodb/expressions/projection.ts";
import type { Item } from "../../src/dynamodb/values/attribute-value.ts";

describe("a projection", () => {
  it("gives what its paths lead to, and moves a list's elements together", () => {
    const item: Item = {
      a: { S: "a" },
      m: { M: { x: { N: "1" }, y: { N: "2" } } },
      l: { L: [{ N: "0" }, { M: { x: { N: "1" }, y: { N: "2" } } }, { N: "2" }] },
    };
    const paths = parseProjection(
      "m.x, l[2], l[1].y, a, absent.x, l[9]",
      createPlaceholders(undefined, undefined),
    );
    expect(project(item, paths)).toEqual({
      a: { S: "a" },
      m: { M: { x: { N: "1" } } },
      l: { L: [{ M: { y: { N: "2" } } }, { N: "2" }] },
    });
  });
});
