import type { Display, TouchPath, TouchPoint, VirtualDevice } from "../../../system/device.ts";

/** Of the kernel; `value` signed. */
export interface PanelEvent {
  readonly seconds: number;
  readonly type: number;
  readonly code: number;
  readonly value: number;
}

export const PANEL = {
  node: "/dev/input/event1",
  name: "virtual_touch_panel",
  greatest: 32_767,
  slots: 10,
} as const;
const CODE = { touching: 0x14a, slot: 0x2f, x: 0x35, y: 0x36, trackingId: 0x39 } as const;
const LONG_PRESS_MILLISECONDS = 400;
/** A finger that is not moving far gives a few reports. */
const REPORTS = 4;

interface Place {
  readonly x: number;
  readonly y: number;
}

/** The glass of the phone: what is done on it goes to the kernel first, unlike what `input` and `uinput` make felt. */
export class VirtualPanel {
  readonly #device: VirtualDevice;
  readonly #listeners = new Set<(event: PanelEvent) => void>();
  /** Of each slot; the kernel reports only what is new. */
  readonly #last = new Map<number, Map<number, number>>();
  #slot = 0;
  #trackingId = 0;

  constructor(device: VirtualDevice) {
    this.#device = device;
  }

  /** Returns how to stop listening. */
  follow(listener: (event: PanelEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get listeners(): number {
    return this.#listeners.size;
  }

  /** One or two fingers, from start to end in that time, which does not pass. In pixels of the display as it stands. */
  async touch(fingers: readonly [TouchPath, ...TouchPath[]], milliseconds: number): Promise<void> {
    const { display, input } = this.#device;
    const begun = this.#device.clock().getTime();
    for (let report = 0; report <= REPORTS; report += 1) {
      const share = report / REPORTS;
      const places = fingers.map((path) => onPanel(between(path, share), display));
      this.#report((begun + share * milliseconds) / 1_000, places, report === 0);
    }
    this.#lift((begun + milliseconds) / 1_000, fingers.length);
    const [first, second] = fingers;
    if (second !== undefined) return input.pinch([first, second]);
    const { start, end } = first;
    const stays = start.x === end.x && start.y === end.y && milliseconds < LONG_PRESS_MILLISECONDS;
    return stays ? input.tap(start.x, start.y) : input.swipe(start.x, start.y, end.x, end.y, milliseconds);
  }

  #report(seconds: number, places: readonly Place[], down: boolean): void {
    for (const [slot, { x, y }] of places.entries()) {
      this.#to(slot, seconds);
      if (down) this.#emit({ seconds, type: 3, code: CODE.trackingId, value: this.#trackingId++ });
      this.#axis(slot, { seconds, type: 3, code: CODE.x, value: x });
      this.#axis(slot, { seconds, type: 3, code: CODE.y, value: y });
    }
    if (down) this.#emit({ seconds, type: 1, code: CODE.touching, value: 1 });
    this.#emit({ seconds, type: 0, code: 0, value: 0 });
  }

  #lift(seconds: number, fingers: number): void {
    for (let slot = 0; slot < fingers; slot += 1) {
      this.#to(slot, seconds);
      this.#emit({ seconds, type: 3, code: CODE.trackingId, value: -1 });
    }
    this.#emit({ seconds, type: 1, code: CODE.touching, value: 0 });
    this.#emit({ seconds, type: 0, code: 0, value: 0 });
  }

  #to(slot: number, seconds: number): void {
    if (slot === this.#slot) return;
    this.#slot = slot;
    this.#emit({ seconds, type: 3, code: CODE.slot, value: slot });
  }

  #axis(slot: number, event: PanelEvent): void {
    const known = this.#last.get(slot) ?? new Map<number, number>();
    this.#last.set(slot, known);
    if (known.get(event.code) === event.value) return;
    known.set(event.code, event.value);
    this.#emit(event);
  }

  #emit(event: PanelEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}

const between = ({ start, end }: TouchPath, share: number): TouchPoint => ({
  x: start.x + (end.x - start.x) * share,
  y: start.y + (end.y - start.y) * share,
});

/** A panel knows nothing of how it is held. */
function onPanel({ x, y }: TouchPoint, { width, height, rotation }: Display): Place {
  const [across, down] = [x / width, y / height];
  const upright = {
    0: [across, down],
    1: [1 - down, across],
    2: [1 - across, 1 - down],
    3: [down, 1 - across],
  } as const;
  const [left, top] = upright[rotation];
  return { x: Math.round(left * PANEL.greatest), y: Math.round(top * PANEL.greatest) };
}

const panels = new WeakMap<VirtualDevice, VirtualPanel>();

/** The panel of a phone, made at first use. */
export function panelOf(device: VirtualDevice): VirtualPanel {
  const panel = panels.get(device) ?? new VirtualPanel(device);
  panels.set(device, panel);
  return panel;
}
