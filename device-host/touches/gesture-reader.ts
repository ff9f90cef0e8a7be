import type { Intervention } from "#shared/contracts/step/intervention.ts";
import type { Coordinate } from "#shared/contracts/values/coordinate.ts";
import { type Contact, Contacts } from "./contacts.ts";
import type { TouchEvent } from "./touch-event.ts";
import type { AxisRange, TouchPanel } from "./touch-panel.ts";

/** Where and how long, on the panel as it is built in. */
export type PanelGesture = Omit<Intervention, "at">;

/** Android's own: a finger that stays this long presses long. */
const longPressMilliseconds = 400;
/** Of the panel's width or height: 8 dp of a common phone's 411. */
const slop = 0.02;

interface Begun {
  readonly milliseconds: number;
  readonly from: Contact;
  to: Contact;
  fingers: number;
  moved: boolean;
}

/** Turns the events of one panel into gestures, each when its last finger has left. */
export class GestureReader {
  readonly #panel: TouchPanel;
  readonly #contacts = new Contacts();
  #begun: Begun | null = null;

  constructor(panel: TouchPanel) {
    this.#panel = panel;
  }

  /** The gesture that the event ends; null as a rule. */
  read(event: TouchEvent): PanelGesture | null {
    const down = this.#contacts.take(event);
    if (down === null) return null;
    const [first] = down;
    const begun = this.#begun;
    if (first === undefined) {
      this.#begun = null;
      return begun === null ? null : this.#gesture(begun, event.milliseconds);
    }
    if (begun === null) {
      const { milliseconds } = event;
      this.#begun = { milliseconds, from: first, to: first, fingers: down.length, moved: false };
      return null;
    }
    begun.fingers = Math.max(begun.fingers, down.length);
    begun.to = first;
    begun.moved ||= this.#apart(begun.from, first);
    return null;
  }

  #gesture({ milliseconds, from, to, fingers, moved }: Begun, ended: number): PanelGesture {
    const durationMilliseconds = Math.max(0, Math.round(ended - milliseconds));
    const still = durationMilliseconds >= longPressMilliseconds ? "longPress" : "tap";
    const [start, end] = [this.#place(from), this.#place(to)];
    return {
      kind: fingers > 1 ? "multiTouch" : moved ? "swipe" : still,
      durationMilliseconds,
      ...(start === null ? {} : { from: start }),
      ...(end === null ? {} : { to: end }),
    };
  }

  #apart(one: Contact, other: Contact): boolean {
    const [a, b] = [this.#place(one), this.#place(other)];
    return a !== null && b !== null && Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1])) > slop;
  }

  #place({ x, y }: Contact): Coordinate | null {
    return x === undefined || y === undefined ? null : [share(x, this.#panel.x), share(y, this.#panel.y)];
  }
}

const share = (value: number, { minimum, maximum }: AxisRange): number =>
  Math.min(1, Math.max(0, (value - minimum) / (maximum - minimum)));
