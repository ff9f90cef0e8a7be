import type { ScreenSize } from "../contracts/values/coordinate.ts";
import type { Pixel } from "../screen/coordinates.ts";

/** Quarter turns of the display from how it was built, as Android counts them. */
export type Rotation = 0 | 1 | 2 | 3;

/** Where a finger comes down and where it leaves, in pixels of the screen as it is turned now. */
export interface FingerPath {
  readonly start: Pixel;
  readonly end: Pixel;
}

export interface TouchGesture {
  readonly fingers: readonly FingerPath[];
  /** As turned now. */
  readonly screen: ScreenSize;
  readonly rotation: Rotation;
  readonly milliseconds: number;
}

/** Linux's numbers: the tool knows their names only from Android 15 on. */
const event = { synchronise: 0, key: 1, axis: 3 } as const;
const touching = 0x14a;
const axis = { slot: 0x2f, x: 0x35, y: 0x36, trackingId: 0x39 } as const;
/** The UI_SET_* requests by their numbers. */
const setting = { events: 100, keys: 101, axes: 103, properties: 110 } as const;
const directInput = 1;

const deviceId = 1;
/** Android looks at a new input device for some time before it hears it; what comes earlier is lost. */
const settlingMilliseconds = 1_000;
/** What was sent is read before the device is gone again. */
const leavingMilliseconds = 200;
const frameMilliseconds = 16;

type Event = readonly [type: number, code: number, value: number];
const synchronised: Event = [event.synchronise, 0, 0];
const onAxis = (code: number, value: number): Event => [event.axis, code, value];

/** How long the device's tool runs for a gesture of this many milliseconds, beside its own start. */
export const scriptMilliseconds = (gesture: number): number =>
  settlingMilliseconds + gesture + leavingMilliseconds;

const naturalSize = ({ width, height }: ScreenSize, rotation: Rotation): ScreenSize =>
  rotation % 2 === 1 ? { width: height, height: width } : { width, height };

/** A touch screen reports where it is touched as it was built; Android turns that with the display. */
function asBuilt({ x, y }: Pixel, { width, height }: ScreenSize, rotation: Rotation): Pixel {
  if (rotation === 1) return { x: height - 1 - y, y: x };
  if (rotation === 2) return { x: width - 1 - x, y: height - 1 - y };
  return rotation === 3 ? { x: y, y: width - 1 - x } : { x, y };
}

/** What it is called among the device's input devices: no panel that a person touches. */
export const touchScreenName = "Drover touch screen";

/** A touch screen of its own, in front of the whole display, gone when the script ends. */
function registration({ fingers, screen, rotation }: TouchGesture): Record<string, unknown> {
  const { width, height } = naturalSize(screen, rotation);
  const range = (code: number, maximum: number) => ({
    code,
    info: { value: 0, minimum: 0, maximum, fuzz: 0, flat: 0, resolution: 0 },
  });
  return {
    id: deviceId,
    command: "register",
    name: touchScreenName,
    vid: 0x6472,
    pid: 1,
    bus: "usb",
    configuration: [
      { type: setting.events, data: [event.key, event.axis] },
      { type: setting.keys, data: [touching] },
      { type: setting.axes, data: Object.values(axis) },
      { type: setting.properties, data: [directInput] },
    ],
    abs_info: [
      range(axis.slot, fingers.length - 1),
      range(axis.x, width - 1),
      range(axis.y, height - 1),
      range(axis.trackingId, 0xffff),
    ],
  };
}

/** The fingers where they are at a share of their way. */
function frame({ fingers, screen, rotation }: TouchGesture, share: number): readonly Event[] {
  return fingers.flatMap(({ start, end }, slot) => {
    const between = (from: number, to: number) => Math.round(from + (to - from) * share);
    const now = { x: between(start.x, end.x), y: between(start.y, end.y) };
    const { x, y } = asBuilt(now, screen, rotation);
    return [
      onAxis(axis.slot, slot),
      ...(share === 0 ? [onAxis(axis.trackingId, slot)] : []),
      onAxis(axis.x, x),
      onAxis(axis.y, y),
    ];
  });
}

/**
 * The commands with which Android's `uinput` moves several fingers at once, as JSON, one after the other: `input` knows one
 * finger only. Everything in it is a number but for words of our own.
 */
export function touchScript(gesture: TouchGesture): string {
  const inject = (events: readonly Event[]) => ({
    id: deviceId,
    command: "inject",
    events: [...events, synchronised].flat(),
  });
  const delay = (duration: number) => ({ id: deviceId, command: "delay", duration });
  const frames = Math.max(2, Math.round(gesture.milliseconds / frameMilliseconds));
  const moves = Array.from({ length: frames }, (_, index) => [
    delay(Math.max(1, Math.round(gesture.milliseconds / frames))),
    inject(frame(gesture, (index + 1) / frames)),
  ]);
  const lifted = gesture.fingers.flatMap((_, slot) => [onAxis(axis.slot, slot), onAxis(axis.trackingId, -1)]);
  const commands = [
    registration(gesture),
    delay(settlingMilliseconds),
    inject([...frame(gesture, 0), [event.key, touching, 1]]),
    ...moves.flat(),
    inject([...lifted, [event.key, touching, 0]]),
    delay(leavingMilliseconds),
  ];
  return commands.map((command) => `${JSON.stringify(command)}\n`).join("");
}
