import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { builtInActions } from "#shared/actions/built-in-actions.ts";
import { resolveTarget } from "#shared/actions/resolve-target.ts";
import type { Bounds } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { Coordinate } from "#shared/contracts/values/coordinate.ts";
import { areaOf, freeArea, holdsPoint } from "#shared/screen/area.ts";
import { toPixel } from "#shared/screen/coordinates.ts";
import { box, button, label, screenOf } from "../screen-parts.ts";
import { dump, node, screen, treeOf } from "./dump.ts";

const seenOf = (...nodes: string[]): string[] =>
  screenOf(...nodes).elements.map(({ text, visibility }) => `${text} ${visibility}`);

const place = fc
  .tuple(fc.nat(900), fc.nat(2_200), fc.integer({ min: 40, max: 900 }), fc.integer({ min: 40, max: 900 }))
  .map(
    ([left, top, width, height]): Bounds => ({
      left,
      top,
      right: Math.min(left + width, screen.width),
      bottom: Math.min(top + height, screen.height),
    }),
  );
const tuple = ({ left, top, right, bottom }: Bounds) => [left, top, right, bottom] as const;

describe("what lies under something painted later", () => {
  it("is covered by a scrim, and left out where it could only be read", () => {
    const scrim = box([0, 0, 1080, 2400], { clickable: true, "content-desc": "Close" });
    expect(seenOf(label("Title", [40, 40, 400, 100]), button("Buy", [40, 200, 400, 300]), scrim)).toEqual([
      " visible",
      "Buy covered",
    ]);
  });

  it("goes by the order of painting where the dump has it", () => {
    const first = button("Over", [0, 0, 500, 200], { "drawing-order": "2" });
    const second = button("Under", [0, 0, 500, 200], { "drawing-order": "1" });
    expect(seenOf(first, second).sort()).toEqual(["Over visible", "Under covered"]);
  });

  it("is not covered by a layout that is nearly empty", () => {
    const layer = box([0, 0, 1080, 2400], {}, button("Add", [900, 2200, 1040, 2340]));
    expect(seenOf(button("Buy", [40, 200, 400, 300]), layer)).toEqual(["Buy visible", "Add visible"]);
  });

  it("can still be read under the empty touch area that belongs to it", () => {
    const touch = box([0, 200, 1080, 400], { clickable: true });
    expect(seenOf(label("Row", [40, 240, 400, 300]), touch)[1]).toBe("Row visible");
  });

  it("is exactly what later buttons leave less than a tenth of", () => {
    fc.assert(
      fc.property(place, fc.array(place, { maxLength: 6 }), (under, over) => {
        const names = over.map((bounds, index) => button(`over ${index}`, tuple(bounds)));
        const { elements } = screenOf(button("under", tuple(under)), ...names);
        const found = elements.find(({ text }) => text === "under");
        expect(found?.visibility).toBe(freeArea(under, over).share < 0.1 ? "covered" : "visible");
      }),
    );
  });
});

describe("the point where an element is tapped", () => {
  const pointOf = (id: number, ...nodes: string[]) => {
    const tree = treeOf(dump(node({}, ...nodes)));
    const { deviceAction } = resolveTarget({ action: "tap", element: id }, builtInActions, {
      tree,
      apps: [],
    });
    return toPixel(Coordinate.parse(deviceAction?.coordinate), screen);
  };

  it("is the centre of a row whose own button stands aside", () => {
    const more = button("More", [900, 20, 1040, 160]);
    expect(
      pointOf(0, box([0, 0, 1080, 200], { clickable: true }, label("Song", [40, 40, 500, 100]), more)),
    ).toEqual({
      x: 540,
      y: 100,
    });
  });

  it("avoids the button that holds the centre of its card", () => {
    const book = button("Book", [300, 200, 780, 400]);
    const card = box([0, 0, 1080, 600], { clickable: true }, label("Oslo", [40, 40, 500, 100]), book);
    const { x, y } = pointOf(0, card);
    expect(holdsPoint({ left: 300, top: 200, right: 780, bottom: 400 }, x, y)).toBe(false);
    expect(holdsPoint({ left: 0, top: 0, right: 1080, bottom: 600 }, x, y)).toBe(true);
  });

  it("belongs to no clickable inside, and to nothing painted over it, whenever there is such a point", () => {
    fc.assert(
      fc.property(fc.array(place, { maxLength: 5 }), fc.array(place, { maxLength: 3 }), (inner, over) => {
        const whole: Bounds = { left: 0, top: 0, right: 1080, bottom: 700 };
        const inside = inner
          .map((bounds) => ({ ...bounds, bottom: Math.min(bounds.bottom, whole.bottom) }))
          .filter((bounds) => bounds.bottom > bounds.top && areaOf(bounds) > 0);
        const children = inside.map((bounds, index) => button(`in ${index}`, tuple(bounds)));
        const row = box(tuple(whole), { clickable: true, "content-desc": "row" }, ...children);
        const later = over.map((bounds, index) => button(`over ${index}`, tuple(bounds)));
        const tree = screenOf(row, ...later);
        const element = tree.elements.find(({ content_description: name }) => name === "row");
        if (element === undefined) throw new Error("the row is gone");
        if (freeArea(whole, over).share < 0.1 || freeArea(whole, [...inside, ...over]).largest === null)
          return;
        const { x, y } = pointOf(element.element_id, row, ...later);
        expect(holdsPoint(whole, x, y)).toBe(true);
        expect([...inside, ...over].filter((bounds) => holdsPoint(bounds, x, y))).toEqual([]);
      }),
    );
  });
});
