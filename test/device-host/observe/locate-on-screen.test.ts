import { describe, expect, it } from "vitest";
import { locateOnScreen } from "#device-host/observe/locate-on-screen.ts";
import { LocateRequest } from "#shared/contracts/device/device-tools.ts";
import { button, label, screenOf } from "../../shared/screen/screen-parts.ts";

const screen = screenOf(
  label("Song A", [0, 100, 700, 200]),
  button("Play", [800, 100, 1000, 200]),
  label("Song B", [0, 900, 700, 1000]),
  button("Play", [800, 900, 1000, 1000]),
);
const locate = (description: string, more: Record<string, unknown> = {}) =>
  locateOnScreen(screen, LocateRequest.parse({ description, ...more }));

describe("locating on a screen", () => {
  it("[spec E3] answers where a tap meets it, in pixels and normalised, with its properties", () => {
    const [found] = locate("Song B");
    expect(found).toMatchObject({
      confidence: 1,
      pixel: { x: 350, y: 950 },
      coordinate: [350 / 1080, 950 / 2400],
      element: { text: "Song B", type: "text" },
    });
  });

  it("[spec E3] tells equal elements apart by what they stand by", () => {
    expect(locate("Play")).toHaveLength(2);
    expect(locate("Play", { criteria: { near: "Song B" } }).map(({ pixel }) => pixel.y)).toEqual([950]);
    expect(locate("Play", { criteria: { near: "Song C" } })).toEqual([]);
  });

  it("[spec E3] leaves out what does not meet the criteria or is too unsure", () => {
    expect(locate("Song", { criteria: { text: "song a" } })).toHaveLength(1);
    expect(
      locate("Song A", { criteria: { type: "button" } }).filter(({ confidence }) => confidence > 0.8),
    ).toEqual([]);
    expect(locate("Song A", { criteria: { package: "com.example.other" } })).toEqual([]);
    expect(locate("Song", { minConfidence: 0.99 })).toEqual([]);
  });
});
