import { describe, expect, it } from "vitest";
import * as z from "zod";
import { pinch } from "#shared/actions/built-in/pinch.ts";
import { type AgentAction, builtInActions } from "#shared/actions/built-in-actions.ts";
import { resolveTarget } from "#shared/actions/resolve-target.ts";
import { type Rotation, touchScript } from "#shared/actions/touch-script.ts";
import { dump, node, treeOf } from "../../screen/tree/dump.ts";

const picture = node({
  class: "android.widget.ImageView",
  "content-desc": "Map",
  clickable: true,
  bounds: "[0,600][1080,2000]",
});
const wide = node({
  class: "android.widget.Button",
  text: "Photo",
  clickable: true,
  bounds: "[0,200][1080,500]",
});
const tree = treeOf(dump(node({}, wide + picture)));
const Fingers = z.object({ fingers: pinch.device.shape.fingers });
const resolved = (action: AgentAction, shown: typeof tree | null = tree) => {
  const { deviceAction, element } = resolveTarget(action, builtInActions, { tree: shown, apps: [] });
  const { fingers } = Fingers.parse(deviceAction);
  const apart = (at: "start" | "end") =>
    Math.hypot(
      (fingers[1][at][0] - fingers[0][at][0]) * 1080,
      (fingers[1][at][1] - fingers[0][at][1]) * 2400,
    );
  return { fingers, element, before: apart("start"), after: apart("end") };
};
const mapId = tree.elements.findIndex(({ content_description }) => content_description === "Map");
const photoId = tree.elements.findIndex(({ text }) => text === "Photo");

describe("pinch", () => {
  it("zooms in with fingers that part on the element, and out with fingers that meet", () => {
    const zoomIn = resolved({ action: "pinch", zoom: "in", element: mapId });
    expect(zoomIn.element).toContain("Map");
    expect(zoomIn.after / zoomIn.before).toBeCloseTo(2);
    for (const { start, end } of zoomIn.fingers) {
      for (const [x, y] of [start, end]) {
        expect(x).toBe(0.5);
        expect(y * 2_400).toBeGreaterThan(600);
        expect(y * 2_400).toBeLessThan(2_000);
      }
    }
    const zoomOut = resolved({ action: "pinch", zoom: "out", element: mapId, scale: 3 });
    expect(zoomOut.before / zoomOut.after).toBeCloseTo(3);
  });

  it("parts the fingers along the longer side of an element", () => {
    const [first, second] = resolved({ action: "pinch", zoom: "in", element: photoId }).fingers;
    expect(first.end[1]).toBe(second.end[1]);
    expect(second.end[0]).toBeGreaterThan(first.end[0]);
  });

  it("goes around a point, or the middle of the screen, and stays away from its edges", () => {
    const points: AgentAction[] = [
      { action: "pinch", zoom: "in" },
      { action: "pinch", zoom: "out", coordinate: [0, 0] },
      { action: "pinch", zoom: "in", coordinate: [1, 1], scale: 3 },
    ];
    for (const action of points) {
      const { fingers, before, after } = resolved(action, null);
      expect(Math.max(before, after)).toBeGreaterThan(600);
      for (const [x, y] of fingers.flatMap(({ start, end }) => [start, end])) {
        expect(x).toBeGreaterThanOrEqual(0.05);
        expect(x).toBeLessThanOrEqual(0.95);
        expect(y).toBeGreaterThan(0.07);
        expect(y).toBeLessThan(0.93);
      }
    }
  });
});

const Command = z.looseObject({ id: z.literal(1), command: z.enum(["register", "delay", "inject"]) });
const scriptOf = (rotation: Rotation, screen: { width: number; height: number }) =>
  touchScript({
    fingers: [
      { start: { x: 100, y: 200 }, end: { x: 100, y: 60 } },
      { start: { x: 100, y: 300 }, end: { x: 100, y: 440 } },
    ],
    screen,
    rotation,
    milliseconds: 160,
  })
    .trim()
    .split("\n")
    .map((line) => Command.parse(JSON.parse(line)));
/** The x and y of each finger in one report. */
const placesIn = (events: unknown): number[] => {
  const numbers = z.array(z.int()).parse(events);
  return numbers.filter((_, index) => index % 3 === 2 && [0x35, 0x36].includes(numbers[index - 1] ?? 0));
};

describe("the script of a gesture with several fingers", () => {
  const upright = { width: 1080, height: 2400 };

  it("registers a touch screen, waits until Android hears it, moves both fingers and lifts them", () => {
    const commands = scriptOf(0, upright);
    expect(commands[0]).toMatchObject({ command: "register", bus: "usb" });
    expect(commands[0]).toMatchObject({
      configuration: [
        { type: 100, data: [1, 3] },
        { type: 101, data: [0x14a] },
        { type: 103, data: [0x2f, 0x35, 0x36, 0x39] },
        { type: 110, data: [1] },
      ],
    });
    expect(commands[1]).toMatchObject({ command: "delay", duration: 1_000 });
    const reports = commands.filter(({ command }) => command === "inject").map(({ events }) => events);
    expect(reports[0]).toEqual([
      ...[3, 0x2f, 0, 3, 0x39, 0, 3, 0x35, 100, 3, 0x36, 200],
      ...[3, 0x2f, 1, 3, 0x39, 1, 3, 0x35, 100, 3, 0x36, 300],
      ...[1, 0x14a, 1, 0, 0, 0],
    ]);
    expect(reports.slice(1, -1).map(placesIn)[4]).toEqual([100, 130, 100, 370]);
    expect(placesIn(reports.at(-2))).toEqual([100, 60, 100, 440]);
    expect(reports.at(-1)).toEqual([3, 0x2f, 0, 3, 0x39, -1, 3, 0x2f, 1, 3, 0x39, -1, 1, 0x14a, 0, 0, 0, 0]);
    expect(commands.at(-1)).toMatchObject({ command: "delay", duration: 200 });
  });

  it("[spec I2.2] says where a turned display is touched as it was built", () => {
    const first = (rotation: Rotation, screen: typeof upright) =>
      placesIn(scriptOf(rotation, screen).find(({ command }) => command === "inject")?.events);
    const sideways = { width: 2400, height: 1080 };
    expect(first(1, sideways)).toEqual([879, 100, 779, 100]);
    expect(first(2, upright)).toEqual([979, 2199, 979, 2099]);
    expect(first(3, sideways)).toEqual([200, 2299, 300, 2299]);
  });
});
