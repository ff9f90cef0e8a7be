import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { detectLoop, type LoopStep } from "#shared/domain/loop-detector.ts";

const step = (action: unknown, hashBefore: string, hashAfter: string): LoopStep => ({
  action,
  hashBefore,
  hashAfter,
});
const tap = (element: number) => ({ action: "tap", element });

describe("detectLoop", () => {
  it("[fault E4] notices the same action without effect the second time", () => {
    expect(detectLoop([step(tap(1), "a", "a")])).toBeNull();
    expect(detectLoop([step(tap(1), "a", "a"), step(tap(1), "a", "a")])).toMatchObject({
      kind: "same-action",
      times: 2,
    });
  });

  it("[fault E4] leaves repetition alone that moves the screen, such as scrolling", () => {
    const scroll = { action: "scroll", direction: "down" };
    expect(
      detectLoop(["a", "b", "c", "d", "e"].map((hash, i) => step(scroll, hash, `${hash}${i}`))),
    ).toBeNull();
  });

  it("[fault E4] notices four different actions without effect", () => {
    const steps = [1, 2, 3, 4].map((element) => step(tap(element), "a", "a"));
    expect(detectLoop(steps.slice(0, 3))).toBeNull();
    expect(detectLoop(steps)).toMatchObject({ kind: "no-effect", times: 4 });
  });

  it.each([2, 3, 4])("[fault E4] notices going three times round a circle of %i screens", (period) => {
    const round = Array.from({ length: period }, (_, i) => step(tap(i), `s${i}`, `s${(i + 1) % period}`));
    expect(detectLoop([...round, ...round])).toBeNull();
    expect(detectLoop([...round, ...round, ...round])).toMatchObject({ kind: "cycle" });
  });

  it("[fault E4] forgets a loop that was left", () => {
    const stuck = step(tap(1), "a", "a");
    expect(detectLoop([stuck, stuck, step({ action: "back" }, "a", "b")])).toBeNull();
  });

  it("never finds a loop where every screen is new", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 40 }), (elements) => {
        expect(detectLoop(elements.map((element, i) => step(tap(element), `h${i}`, `h${i + 1}`)))).toBeNull();
      }),
    );
  });
});
