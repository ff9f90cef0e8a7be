import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { GestureReader, type PanelGesture } from "#device-host/touches/gesture-reader.ts";
import { parseTouchEvent } from "#device-host/touches/touch-event.ts";
import { touchPanelOf } from "#device-host/touches/touch-panel.ts";
import { turnGesture } from "#device-host/touches/turn-gesture.ts";
import type { Intervention } from "#shared/contracts/step/intervention.ts";
import { interventionWords } from "#shared/rules/steps/intervention-words.ts";

const panel = {
  node: "/dev/input/event2",
  x: { minimum: 0, maximum: 1_000 },
  y: { minimum: 0, maximum: 2_000 },
};
type Event = readonly [type: number, code: number, value: number];
const report: Event = [0, 0, 0];
const hex = (value: number, digits: number) => (value >>> 0).toString(16).padStart(digits, "0");
/** As getevent prints it at that millisecond. */
const print = (milliseconds: number, [type, code, value]: Event): string =>
  `[${(milliseconds / 1_000).toFixed(6).padStart(15)}] ${hex(type, 4)} ${hex(code, 4)} ${hex(value, 8)}`;

function gesturesOf(reports: readonly (readonly [milliseconds: number, events: readonly Event[]])[]) {
  const reader = new GestureReader(panel);
  const found: PanelGesture[] = [];
  for (const [milliseconds, events] of reports) {
    for (const event of [...events, report]) {
      const parsed = parseTouchEvent(print(milliseconds, event));
      const gesture = parsed === null ? null : reader.read(parsed);
      if (gesture !== null) found.push(gesture);
    }
  }
  return found;
}

/** One finger, where `known` holds what the slot already said: the kernel repeats nothing. */
const withSlots = (x: number, y: number, id: number): readonly Event[] => [
  [3, 0x39, id],
  [3, 0x35, x],
  [3, 0x36, y],
];
const withoutSlots = (...places: readonly (readonly [number, number])[]): readonly Event[] =>
  places.flatMap(([x, y]): Event[] => [
    [3, 0x35, x],
    [3, 0x36, y],
    [0, 2, 0],
  ]);

const place = fc.record({ x: fc.integer({ min: 0, max: 1_000 }), y: fc.integer({ min: 0, max: 2_000 }) });
const finger = fc.record({ start: place, end: place, milliseconds: fc.integer({ min: 1, max: 3_000 }) });
type Finger = typeof finger extends fc.Arbitrary<infer Value> ? Value : never;
const meant = ({ start, end, milliseconds }: Finger): PanelGesture => {
  const moved = Math.abs(end.x - start.x) / 1_000 > 0.02 || Math.abs(end.y - start.y) / 2_000 > 0.02;
  return {
    kind: moved ? "swipe" : milliseconds >= 400 ? "longPress" : "tap",
    durationMilliseconds: milliseconds,
    from: [start.x / 1_000, start.y / 2_000],
    to: [end.x / 1_000, end.y / 2_000],
  };
};

describe("gestures from a touch panel", () => {
  it("[spec R12] are the same by either of the kernel's protocols, whatever one finger does", () => {
    fc.assert(
      fc.property(fc.array(finger, { maxLength: 5 }), (fingers) => {
        const lasting = fingers.map((one, index) => ({ ...one, at: index * 10_000 }));
        const slots = lasting.flatMap(({ start, end, milliseconds, at }, index) => [
          [at, withSlots(start.x, start.y, index)] as const,
          [at + milliseconds / 2, [[3, 0x35, end.x] as const, [3, 0x36, end.y] as const]] as const,
          [at + milliseconds, [[3, 0x39, -1] as const]] as const,
        ]);
        const anew = lasting.flatMap(({ start, end, milliseconds, at }) => [
          [at, withoutSlots([start.x, start.y])] as const,
          [at + milliseconds / 2, withoutSlots([end.x, end.y])] as const,
          [at + milliseconds, [[0, 2, 0] as const]] as const,
        ]);
        expect(gesturesOf(slots)).toEqual(fingers.map(meant));
        expect(gesturesOf(anew)).toEqual(fingers.map(meant));
      }),
    );
  });

  it("[spec R12] tell two fingers, a place that was not repeated, and one that was never told", () => {
    const down = (slot: number, x: number): readonly Event[] => [[3, 0x2f, slot], ...withSlots(x, 100, slot)];
    const up: readonly Event[] = [
      [3, 0x2f, 0],
      [3, 0x39, -1],
      [3, 0x2f, 1],
      [3, 0x39, -1],
    ];
    expect(
      gesturesOf([
        [0, [...down(0, 100), ...down(1, 300)]],
        [90, up],
      ]),
    ).toMatchObject([{ kind: "multiTouch" }]);
    expect(
      gesturesOf([
        [0, withoutSlots([1, 1], [500, 500])],
        [50, []],
      ]),
    ).toMatchObject([{ kind: "multiTouch" }]);
    const again = gesturesOf([
      [0, withSlots(10, 20, 1)],
      [50, [[3, 0x39, -1]]],
      [100, [[3, 0x39, 2]]],
      [150, [[3, 0x39, -1]]],
    ]);
    expect(again[1]).toEqual(again[0]);
    expect(
      gesturesOf([
        [0, [[3, 0x39, 7]]],
        [50, [[3, 0x39, -1]]],
      ]),
    ).toEqual([{ kind: "tap", durationMilliseconds: 50 }]);
  });

  it("forget what was down when the kernel lost events, and survive whatever is printed", () => {
    const lost = gesturesOf([
      [0, withSlots(10, 20, 1)],
      [10, [[0, 3, 0]]],
      [20, [[3, 0x39, -1]]],
    ]);
    expect(lost.length).toBeLessThan(2);
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.constantFrom(0, 1, 3),
            fc.constantFrom(0, 2, 3, 0x14a, 0x2f, 0x35, 0x36, 0x39),
            fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
          ),
        ),
        fc.array(fc.string()),
        (events, noise) => {
          for (const line of noise) parseTouchEvent(line);
          for (const { from, to, durationMilliseconds } of gesturesOf([
            [0, events],
            [5, []],
          ])) {
            for (const value of [...(from ?? []), ...(to ?? [])]) {
              expect(value).toBeGreaterThanOrEqual(0);
              expect(value).toBeLessThanOrEqual(1);
            }
            expect(durationMilliseconds).toBeGreaterThanOrEqual(0);
          }
        },
      ),
    );
  });

  it("[spec R12] lie on the display as it is turned", () => {
    const gesture: PanelGesture = { kind: "tap", durationMilliseconds: 1, from: [0.1, 0.2], to: [0.1, 0.2] };
    const at = (rotation: number) => turnGesture(gesture, rotation).from;
    expect([0, 1, 2, 3].map(at)).toEqual([
      [0.1, 0.2],
      [0.2, 0.9],
      [0.9, 0.8],
      [0.8, 0.1],
    ]);
  });
});

describe("the touch panel", () => {
  const device = (
    node: string,
    name: string,
    props: string,
    axes = "0035  : value 0, min 0, max 1079, fuzz 0, flat 0, resolution 0\n                0036  : value 0, min 8, max 2399, fuzz 0",
  ) =>
    `add device 1: ${node}\n  name:     "${name}"\n  events:\n    KEY (0001): 014a \n    ABS (0003): ${axes}\n  input props:\n    ${props}\n`;
  const ours = device("/dev/input/event9", "Drover touch screen", "INPUT_PROP_DIRECT");
  const find = (output: string) => touchPanelOf(output, ["Drover touch screen"]);

  it("[spec R12] is the first that people touch, with its own ranges, and none that programs make", () => {
    const glass = device("/dev/input/event2", "fts_ts", "INPUT_PROP_DIRECT");
    const found = {
      node: "/dev/input/event2",
      x: { minimum: 0, maximum: 1_079 },
      y: { minimum: 8, maximum: 2_399 },
    };
    expect(find(ours + glass + device("/dev/input/event3", "other", "<none>"))).toEqual(found);
    expect(find(ours)).toBeNull();
    expect(find(device("/dev/input/event2", "pad", "INPUT_PROP_POINTER"))).toBeNull();
    expect(find(device("/dev/input/event2", "keys", "<none>", "0028  : value 0, min 0, max 1"))).toBeNull();
    expect(find(glass.replace("max 1079", "max 0"))).toBeNull();
    expect(find("could not open /dev/input/event2, Permission denied\n")).toBeNull();
  });
});

it("[spec R12] touches are told in one line, however many there were", () => {
  const tap: Intervention = {
    kind: "tap",
    at: "2026-03-02T09:41:00.000Z",
    durationMilliseconds: 50,
    from: [0.5, 0.25],
    to: [0.5, 0.25],
  };
  expect(interventionWords([])).toBe("");
  expect(interventionWords([tap, { ...tap, kind: "swipe", to: [0.5, 0.75] }])).toBe(
    "A person touched the screen meanwhile: a tap at (0.50, 0.25), a swipe from (0.50, 0.25) to (0.50, 0.75).",
  );
  const { from, to, ...nowhere } = tap;
  expect(interventionWords([nowhere, ...Array(5).fill(tap)])).toMatch(/: a tap, a tap at .*, 3 more\.$/);
});
