import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isLayoutStagnant, isMapUnchanged } from "#agent/planning/stagnation.ts";

/** Steps that lead from one of these screens to the next. */
const walk = (...hashes: readonly string[]) =>
  hashes.slice(1).map((hashAfter, index) => ({ hashBefore: hashes[index] ?? "", hashAfter }));

describe("a stagnant layout", () => {
  it("[spec R9.1] is the same one after three of the last ten steps", () => {
    expect(isLayoutStagnant(walk("x", "a", "b", "a", "c"))).toBe(false);
    expect(isLayoutStagnant(walk("x", "a", "b", "a", "c", "a"))).toBe(true);
  });

  it("[spec R9.1] is forgotten when it lies longer back than ten steps", () => {
    const others = ["b", "c", "d", "e", "f", "g", "h", "i"];
    expect(isLayoutStagnant(walk("x", "a", "a", ...others.slice(0, 7), "a"))).toBe(true);
    expect(isLayoutStagnant(walk("x", "a", "a", ...others, "a"))).toBe(false);
  });

  it("is none where every screen is new", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30 }), (length) => {
        expect(isLayoutStagnant(walk(...Array.from({ length }, (_, i) => `s${i}`)))).toBe(false);
      }),
    );
  });
});

describe("an element map that does not change", () => {
  it("[spec R9.1] is one that four steps in a row left as it was", () => {
    expect(isMapUnchanged(walk("a", "a", "a", "a"))).toBe(false);
    expect(isMapUnchanged(walk("x", "a", "a", "a", "a", "a"))).toBe(true);
    expect(isMapUnchanged(walk("a", "a", "b", "a", "a", "a"))).toBe(false);
  });

  it("is always a stagnant layout too", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", "b"), { maxLength: 20 }), (hashes) => {
        const steps = walk(...hashes);
        if (isMapUnchanged(steps)) expect(isLayoutStagnant(steps)).toBe(true);
      }),
    );
  });
});
