import { describe, expect, it } from "vitest";
import { atOnePoint } from "#shared/actions/aimed.ts";
import type { Coordinate } from "#shared/contracts/values/coordinate.ts";
import { type CoordinateTransform, coordinateOf, pixelOf } from "#shared/extensions/coordinate-transform.ts";

const screen = { width: 1080, height: 2400 };
const device = { model: "Banded", apiLevel: 34 };
/** A band of 100 pixels at the top that no touch reaches. */
const banded: CoordinateTransform = {
  toPixel: ([x, y], { width, height }) => ({ x: x * width, y: 100 + y * (height - 100) }),
  toNormalised: ({ x, y }, { width, height }) => [x / width, (y - 100) / (height - 100)],
};
const told = (answer: unknown): CoordinateTransform => ({
  toPixel: () => answer as { x: number; y: number },
});

describe("a coordinate transform", () => {
  it("[spec I8.3] is used instead of linear scaling, and told screen and device", () => {
    expect(pixelOf([0.5, 0.5], screen, device, undefined)).toEqual({ x: 540, y: 1200 });
    expect(pixelOf([0.5, 0.5], screen, device, banded)).toEqual({ x: 540, y: 1250 });
    const seen: unknown[] = [];
    const watching: CoordinateTransform = {
      toPixel: (...given) => {
        seen.push(...given);
        return { x: 1, y: 2 };
      },
    };
    pixelOf([0.25, 0.75], screen, device, watching);
    expect(seen).toEqual([[0.25, 0.75], screen, device]);
  });

  it("[spec I8.3] never leads off the screen, nor between its pixels", () => {
    expect(pixelOf([0, 0], screen, device, told({ x: -5, y: 9_999 }))).toEqual({ x: 0, y: 2_399 });
    expect(pixelOf([0, 0], screen, device, told({ x: 1.6, y: 2.4 }))).toEqual({ x: 2, y: 2 });
  });

  it.each([[{ x: Number.NaN, y: 1 }], [{}], [undefined]])("that answers %j is named", (answer) => {
    expect(() => pixelOf([0, 0], screen, device, told(answer))).toThrow(
      expect.objectContaining({
        code: "ExtensionFailed",
        message: expect.stringContaining("coordinateTransform.toPixel"),
      }),
    );
  });

  it("[spec I8.3] with its inverse meets the middle of an element exactly", () => {
    const element = {
      element_id: 4,
      type: "button",
      text: "OK",
      content_desc: "",
      resource_id: "",
      bounds: { left: 100, top: 500, right: 300, bottom: 600 },
    };
    const tree = { screen_width: screen.width, screen_height: screen.height, elements: [element] };
    const { parameters } = atOnePoint({ element: 4 } as { element: number; coordinate?: Coordinate }, {
      tree: tree as never,
      apps: [],
      coordinateOf: (pixel, size) => coordinateOf(pixel, size, device, banded),
    });
    expect(pixelOf(parameters.coordinate, screen, device, banded)).toEqual({ x: 200, y: 550 });
  });
});
