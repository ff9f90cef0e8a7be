import { describe, expect, it } from "vitest";
import { gestureOf } from "../../../console/src/pages/job/drive/gesture.ts";

const box = { width: 300, height: 600 };
const touch = (x: number, y: number, at: number) => ({ x, y, at });

describe("a hand on the screen", () => {
  it.each([
    ["a tap, even when it shakes", touch(0.5, 0.5, 0), touch(0.51, 0.505, 120), "tap"],
    ["a long press when it stays", touch(0.5, 0.5, 0), touch(0.5, 0.5, 800), "long_press"],
    ["a swipe when it goes on", touch(0.5, 0.8, 0), touch(0.5, 0.3, 200), "swipe"],
    ["a swipe however slow", touch(0.5, 0.8, 0), touch(0.5, 0.3, 3_000), "swipe"],
  ])("means %s", (_words, down, up, action) => {
    expect(gestureOf(down, up, box).action).toBe(action);
  });

  it("tells parts of the screen, and nothing beyond its edges", () => {
    expect(gestureOf(touch(0.123456, 0.5, 0), touch(1.4, -0.2, 20), box)).toEqual({
      action: "swipe",
      start: [0.1235, 0.5],
      end: [1, 0],
      duration: 50,
    });
    expect(gestureOf(touch(0.25, 0.5, 0), touch(0.25, 0.5, 60_000), box)).toEqual({
      action: "long_press",
      coordinate: [0.25, 0.5],
      duration: 10_000,
    });
  });
});
