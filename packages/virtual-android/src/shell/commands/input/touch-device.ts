import type { TouchPath, TouchPoint } from "../../../system/device.ts";

/** Linux's numbers of what a touch screen reports. */
const TYPE = { synchronise: 0, key: 1, axis: 3 } as const;
const AXIS = { slot: 0x2f, x: 0x35, y: 0x36, trackingId: 0x39 } as const;
const TOUCHING = 0x14a;
const DIRECT_INPUT = 1;
/** UI_SET_* of the kernel. */
const SETTING = { events: 100, keys: 101, axes: 103, properties: 110 } as const;
/** Android hears a new device only after it has looked at it. */
const UNHEARD_MILLISECONDS = 100;

export interface Registration {
  /** What was allowed with each UI_SET_* request. */
  readonly allowed: ReadonlyMap<number, readonly number[]>;
  /** Greatest value of each axis; those that were not described have none. */
  readonly maxima: ReadonlyMap<number, number>;
}

interface Finger {
  x?: number;
  y?: number;
  start?: TouchPoint;
}
interface Size {
  readonly width: number;
  readonly height: number;
}

/** A touch screen as the kernel and Android's InputReader take one that `uinput` registers. */
export class TouchDevice {
  readonly #registration: Registration;
  readonly #down = new Map<number, Finger>();
  readonly #done: (TouchPath | null)[] = [];
  #lifting = new Set<number>();
  #slot = 0;
  #milliseconds = 0;

  constructor(registration: Registration) {
    this.#registration = registration;
  }

  /** A screen that is touched, not a pad or a pen tablet, with both axes described. */
  get isTouchScreen(): boolean {
    const { x, y, slot, trackingId } = AXIS;
    return (
      [x, y, slot, trackingId].every((axis) => this.#allows(SETTING.axes, axis)) &&
      [TYPE.axis, TYPE.key].every((type) => this.#allows(SETTING.events, type)) &&
      this.#allows(SETTING.keys, TOUCHING) &&
      this.#allows(SETTING.properties, DIRECT_INPUT) &&
      this.#maximum(x) > 0 &&
      this.#maximum(y) > 0
    );
  }

  wait(milliseconds: number): void {
    this.#milliseconds += milliseconds;
  }

  inject(events: readonly number[]): void {
    if (!this.isTouchScreen || this.#milliseconds < UNHEARD_MILLISECONDS) return;
    for (let at = 0; at + 2 < events.length; at += 3) {
      const [type, code, value] = events.slice(at, at + 3) as [number, number, number];
      if (type === TYPE.axis) this.#move(code, value);
      else if (type === TYPE.synchronise) this.#report();
    }
  }

  /** The ways of fingers that came down and were lifted, in pixels of a display of that size; one that left it has none. */
  paths(display: Size): readonly (TouchPath | null)[] {
    const scaled = ({ x, y }: TouchPoint): TouchPoint => ({
      x: Math.round((x / this.#maximum(AXIS.x)) * (display.width - 1)),
      y: Math.round((y / this.#maximum(AXIS.y)) * (display.height - 1)),
    });
    return this.#done.map((path) => path && { start: scaled(path.start), end: scaled(path.end) });
  }

  #allows(setting: number, code: number): boolean {
    return this.#registration.allowed.get(setting)?.includes(code) === true;
  }

  #maximum(axis: number): number {
    return this.#registration.maxima.get(axis) ?? 0;
  }

  #move(code: number, value: number): void {
    if (code === AXIS.slot) {
      this.#slot = value <= this.#maximum(AXIS.slot) ? value : this.#slot;
      return;
    }
    if (code === AXIS.trackingId) {
      if (value < 0) this.#lifting.add(this.#slot);
      else this.#down.set(this.#slot, {});
      return;
    }
    const finger = this.#down.get(this.#slot);
    if (finger === undefined) return;
    if (code === AXIS.x) finger.x = value;
    if (code === AXIS.y) finger.y = value;
  }

  /** Android looks at all fingers when a report ends. */
  #report(): void {
    for (const finger of this.#down.values()) {
      if (finger.x !== undefined && finger.y !== undefined) finger.start ??= { x: finger.x, y: finger.y };
    }
    for (const slot of this.#lifting) {
      const { x, y, start } = this.#down.get(slot) ?? {};
      this.#down.delete(slot);
      if (x === undefined || y === undefined || start === undefined) continue;
      const end = { x, y };
      this.#done.push(this.#isOnScreen(start) && this.#isOnScreen(end) ? { start, end } : null);
    }
    this.#lifting = new Set();
  }

  #isOnScreen({ x, y }: TouchPoint): boolean {
    return x >= 0 && y >= 0 && x <= this.#maximum(AXIS.x) && y <= this.#maximum(AXIS.y);
  }
}
