import { describe, expect, it } from "vitest";
import {
  assignVariables,
  emptyScope,
  innerScope,
  variableLimitBreach,
  variableLimits,
  visibleVariables,
} from "../../src/expression/variable-scope.ts";

describe("variable scopes", () => {
  it("let an inner scope read what the outer one held when it began, and keep its own from the outer one", () => {
    const outer = assignVariables(emptyScope, { a: 1 });
    const inner = assignVariables(innerScope(outer), { b: 2 });
    expect(visibleVariables(inner)).toEqual({ a: 1, b: 2 });
    expect(visibleVariables(outer)).toEqual({ a: 1 });
    expect(visibleVariables(innerScope(outer))).toEqual({ a: 1 });
  });

  it("replace a value without touching the scope before", () => {
    const first = assignVariables(emptyScope, { a: 1 });
    expect(visibleVariables(assignVariables(first, { a: 2 }))).toEqual({ a: 2 });
    expect(visibleVariables(first)).toEqual({ a: 1 });
  });

  it("hold names that every object has", () => {
    const scope = assignVariables(emptyScope, { constructor: 1, toString: "x" });
    expect(visibleVariables(scope)).toEqual({ constructor: 1, toString: "x" });
  });

  it("name the quota that an assignment breaks, in bytes and not in characters", () => {
    const text = (bytes: number) => "ü".repeat(Math.floor((bytes - 2) / 2));
    const most = variableLimits.bytesPerAssign;
    expect(variableLimitBreach(emptyScope, { a: text(most) })).toBeUndefined();
    expect(variableLimitBreach(emptyScope, { a: text(most + 2) })).toBe("variable");
    expect(variableLimitBreach(emptyScope, { a: text(most / 2), b: text(most / 2 + 2) })).toBe("assign");
  });

  it("count what is visible against the execution's quota, but not what is replaced", () => {
    const value = "x".repeat(262_000);
    const full = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`v${index}`, value]));
    const scope = innerScope(assignVariables(emptyScope, full));
    expect(variableLimitBreach(scope, { more: value })).toBe("execution");
    expect(variableLimitBreach(scope, { v0: value })).toBeUndefined();
  });
});
