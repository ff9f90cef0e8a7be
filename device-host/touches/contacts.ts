import { type TouchEvent, touchCode } from "./touch-event.ts";

/** A finger on the glass, in the panel's own units; an axis that it did not tell yet is not known. */
export interface Contact {
  readonly x: number | undefined;
  readonly y: number | undefined;
}

interface Slot {
  x: number | undefined;
  y: number | undefined;
  down: boolean;
}

const farthestSlot = 63;

/**
 * The fingers that are down, by either of the kernel's multi-touch protocols: with slots (B), where only what changed is
 * reported and a slot keeps its place for the next finger, or without (A), where each report names every finger again.
 */
export class Contacts {
  readonly #slots = new Map<number, Slot>();
  #slot = 0;
  #named: Contact[] = [];
  #next: { x?: number; y?: number } = {};
  #withoutSlots = false;
  #dropped = false;

  /** The fingers that are down when the event ends a report; null when it ends none. */
  take(event: TouchEvent): readonly Contact[] | null {
    if (event.type === touchCode.synchronise) return this.#synchronise(event.code);
    if (this.#dropped) return null;
    if (event.type === touchCode.axis) this.#axis(event);
    if (event.type === touchCode.key && event.code === touchCode.touching && event.value === 0) this.#lift();
    return null;
  }

  #synchronise(code: number): readonly Contact[] | null {
    if (code === touchCode.contactEnd) {
      this.#withoutSlots = true;
      const { x, y } = this.#next;
      if (x !== undefined || y !== undefined) this.#named.push({ x, y });
      this.#next = {};
    }
    if (code === touchCode.dropped) {
      // The kernel lost some: what is down is not known any more.
      this.#dropped = true;
      this.#lift();
    }
    if (code !== touchCode.report) return null;
    this.#dropped = false;
    const down = this.#withoutSlots
      ? this.#named
      : [...this.#slots.values()].filter((slot) => slot.down).map(({ x, y }) => ({ x, y }));
    this.#named = [];
    this.#next = {};
    return down;
  }

  #axis({ code, value }: TouchEvent): void {
    if (code === touchCode.slot) this.#slot = Math.min(Math.max(value, 0), farthestSlot);
    if (code === touchCode.trackingId) this.#current().down = value >= 0;
    if (code === touchCode.x) this.#next.x = this.#current().x = value;
    if (code === touchCode.y) this.#next.y = this.#current().y = value;
  }

  #current(): Slot {
    const slot = this.#slots.get(this.#slot) ?? { x: undefined, y: undefined, down: false };
    this.#slots.set(this.#slot, slot);
    return slot;
  }

  #lift(): void {
    for (const slot of this.#slots.values()) slot.down = false;
    this.#named = [];
    this.#next = {};
  }
}
