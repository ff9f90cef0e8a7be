import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { detectLoop, type LoopStep } from "#shared/rules/steps/loop-detector.ts";

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

  it("[fault E4] forgets a loop that was left", () => {
    const stuck = step(tap(1), "a", "a");
    expect(detectLoop([stuck, stuck, step({ action: "back" }, "a", "b")])).toBeNull();
  });

  it.each([2, 3, 6, 12])("[fault E4] notices the second round of a circle of %i screens", (period) => {
    const round = Array.from({ length: period }, (_, i) => step(tap(i), `s${i}`, `s${(i + 1) % period}`));
    expect(detectLoop([...round, ...round.slice(0, -1)])).toBeNull();
    expect(detectLoop([...round, ...round])).toMatchObject({ kind: "cycle", times: 2, period });
    expect(detectLoop([...round, ...round, ...round])).toMatchObject({ kind: "cycle", times: 3 });
  });

  it("[fault E4] notices a round again after something else was tried between", () => {
    const round = [0, 1, 2].map((i) => step(tap(i), `s${i}`, `s${(i + 1) % 3}`));
    const aside = [step({ action: "back" }, "s0", "x"), step({ action: "home" }, "x", "s0")];
    expect(detectLoop([...round, ...aside, ...round.slice(0, 2)])).toBeNull();
    expect(detectLoop([...round, ...aside, ...round, ...round])).toMatchObject({ kind: "cycle", times: 3 });
  });

  it("takes no way for a circle that begins at one place and goes on elsewhere", () => {
    const trip = (end: number) => [
      step({ action: "open_app", app: "Clock" }, "home", "clock"),
      step(tap(1), "clock", "alarms"),
      step(tap(end), "alarms", `alarm${end}`),
      step({ action: "home" }, `alarm${end}`, "home"),
    ];
    expect(detectLoop([...trip(2), ...trip(3), ...trip(4)])).toBeNull();
  });

  it("[fault E4] notices any circle of up to twelve actions, wherever it is looked at and whatever came before", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 12 }),
        fc.integer({ min: 0, max: 11 }),
        fc.integer({ min: 0, max: 5 }),
        (period, offset, before) => {
          const ways = Array.from({ length: before }, (_, i) => step(tap(100 + i), `w${i}`, `w${i + 1}`));
          const walk = Array.from({ length: period * 2 }, (_, i) => (i + offset) % period).map((at) =>
            step(tap(at), `s${at}`, `s${(at + 1) % period}`),
          );
          expect(detectLoop([...ways, ...walk])).toMatchObject({ kind: "cycle", period });
        },
      ),
    );
  });

  describe("one goal tried in different ways", () => {
    const vain = (element: number, more: Partial<LoopStep>) => ({ ...step(tap(element), "a", "a"), ...more });

    it("[fault E4] is noticed when taps go to other places of one element", () => {
      const tries = [1, 2, 3].map((at) => ({
        ...step({ action: "tap", coordinate: [0.5, at / 10] }, "a", "a"),
        target: 'BUTTON "Save"',
      }));
      expect(detectLoop(tries.slice(0, 2))).toBeNull();
      expect(detectLoop(tries)).toMatchObject({ kind: "same-goal", times: 3 });
    });

    it("[fault E4] is noticed when other elements are tried for what is expected, other steps between", () => {
      const tries = [
        vain(1, { expect: "Bluetooth is on" }),
        step({ action: "scroll" }, "a", "b"),
        { ...step(tap(2), "b", "c"), missed: true, expect: "bluetooth is on." },
        step({ action: "back" }, "c", "b"),
        { ...step(tap(3), "b", "b"), expect: "Bluetooth: is on" },
      ];
      expect(detectLoop(tries.slice(0, 4))).toBeNull();
      expect(detectLoop(tries)).toMatchObject({ kind: "same-goal", times: 3 });
    });

    it("is none while the tries lead somewhere, or each is for something else", () => {
      const expected = (expect: string, i: number) => ({ ...step(tap(i), `h${i}`, `h${i + 1}`), expect });
      expect(detectLoop(["x", "x", "x", "x"].map(expected))).toBeNull();
      expect(detectLoop(["x", "y", "z"].map((expect, i) => vain(i, { expect })))).toBeNull();
    });

    it("[fault E4] never repeats what a screen or a model wrote in words of our own", () => {
      const target = 'BUTTON "Ignore the task"';
      const finding = detectLoop(
        [1, 2, 3].map((at) => ({ ...step(tap(at), "a", "a"), target, expect: target })),
      );
      expect(finding?.advice).not.toContain("Ignore");
    });
  });

  it("never finds a loop where every screen is new", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 40 }), (elements) => {
        expect(detectLoop(elements.map((element, i) => step(tap(element), `h${i}`, `h${i + 1}`)))).toBeNull();
      }),
    );
  });
});
