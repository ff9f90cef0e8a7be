import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Box, readingOrder } from "#shared/screen/reading-order.ts";

interface Named extends Box {
  readonly name: string;
}
const at = (name: string, left: number, top: number, right: number, bottom: number): Named => ({
  name,
  alone: true,
  bounds: { left, top, right, bottom },
});
const namesOf = (boxes: readonly Named[]): string =>
  readingOrder(boxes)
    .map(({ name }) => name)
    .join("");

const anyBoxes = fc.array(
  fc.tuple(fc.nat(1_000), fc.nat(2_000), fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 500 })),
  { maxLength: 20 },
);
const boxesOf = (sizes: readonly (readonly [number, number, number, number])[]): Named[] =>
  sizes.map(([left, top, width, height], index) => at(`${index}`, left, top, left + width, top + height));

describe("readingOrder", () => {
  it("takes what overlaps for one line, whatever its upper edge", () => {
    const icon = at("A", 40, 100, 140, 240);
    const title = at("B", 200, 112, 700, 162);
    const control = at("C", 900, 90, 1040, 230);
    expect(namesOf([control, title, icon])).toBe("ABC");
  });

  it("reads title and summary before the control beside both", () => {
    expect(
      namesOf([at("C", 900, 100, 1040, 240), at("B", 40, 170, 700, 240), at("A", 40, 100, 700, 160)]),
    ).toBe("ABC");
  });

  it("reads a grid line by line", () => {
    const cells = [..."ABCDEF"].map((name, index) =>
      at(
        name,
        (index % 3) * 300,
        Math.floor(index / 3) * 300,
        (index % 3) * 300 + 280,
        Math.floor(index / 3) * 300 + 280,
      ),
    );
    expect(namesOf(cells.toReversed())).toBe("ABCDEF");
  });

  it("loses nothing and repeats nothing", () => {
    fc.assert(
      fc.property(anyBoxes, (sizes) => {
        const boxes = boxesOf(sizes);
        expect(new Set(readingOrder(boxes))).toEqual(new Set(boxes));
        expect(readingOrder(boxes)).toHaveLength(boxes.length);
      }),
    );
  });

  it("is the same however the dump had them", () => {
    const distinct = fc.uniqueArray(
      fc.tuple(
        fc.nat(1_000),
        fc.nat(2_000),
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 1, max: 500 }),
      ),
      { maxLength: 20, selector: ([left, top]) => `${left} ${top}` },
    );
    fc.assert(
      fc.property(distinct, fc.infiniteStream(fc.nat()), (sizes, numbers) => {
        const boxes = boxesOf(sizes);
        const shuffled = boxes
          .map((box) => ({ box, key: numbers.next().value ?? 0 }))
          .sort((a, b) => a.key - b.key)
          .map(({ box }) => box);
        expect(namesOf(shuffled)).toBe(namesOf(boxes));
      }),
    );
  });

  it("reads all of what lies above a line across the screen first", () => {
    fc.assert(
      fc.property(anyBoxes, anyBoxes, (upper, lower) => {
        const above = boxesOf(upper);
        const below = boxesOf(lower).map(({ bounds, ...box }) => ({
          ...box,
          bounds: { ...bounds, top: bounds.top + 3_000, bottom: bounds.bottom + 3_000 },
        }));
        const order = readingOrder([...below, ...above]);
        expect(new Set(order.slice(0, above.length))).toEqual(new Set(above));
      }),
    );
  });

  it("never interleaves two columns whose lines nowhere agree", () => {
    const heights = fc.array(fc.integer({ min: 60, max: 300 }), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(heights, heights, (left, right) => {
        // The tall box beside each column keeps any line from running across.
        const column = (name: string, x: number, rows: readonly number[], rail: number): Named[] => {
          const tops = rows.map((_, index) => rows.slice(0, index).reduce((sum, height) => sum + height, 0));
          const boxes = rows.map((height, index) => {
            const top = tops[index] ?? 0;
            return at(name, x, top, x + 400, top + height);
          });
          return [...boxes, at(name, rail, 0, rail + 50, 2_400)];
        };
        const order = namesOf([...column("R", 600, right, 1_010), ...column("L", 60, left, 0)]);
        expect(order).toBe("L".repeat(left.length + 1) + "R".repeat(right.length + 1));
      }),
    );
  });

  it("reads thousands of boxes that no line parts in a moment's work", () => {
    const stairs = Array.from({ length: 5_000 }, (_, index) =>
      at("", index, index, index + 900, index + 900),
    );
    expect(readingOrder(stairs)).toHaveLength(5_000);
  });
});
