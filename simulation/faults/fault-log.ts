import type { VirtualTime } from "../world/virtual-time.ts";

/** What may go wrong, as `--faults` names it. */
export const faultKinds = [
  "calls",
  "messages",
  "processes",
  "partitions",
  "devices",
  "model",
  "operator",
  "clocks",
  "functions",
  "disk",
  "webhooks",
] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface FaultEvent {
  /** By which it can be left out. */
  readonly number: number;
  /** Milliseconds since the simulation began. */
  readonly at: number;
  readonly kind: FaultKind;
  readonly what: string;
}

/** Every fault that happened, and the decision whether the next one does. */
export class FaultLog {
  readonly events: FaultEvent[] = [];
  /** Nothing goes wrong any more. */
  isOver = false;
  readonly #time: VirtualTime;
  readonly #kinds: ReadonlySet<FaultKind>;
  readonly #without: ReadonlySet<number>;
  #number = 0;

  constructor(time: VirtualTime, kinds: readonly FaultKind[], without: ReadonlySet<number>) {
    this.#time = time;
    this.#kinds = new Set(kinds);
    this.#without = without;
  }

  has(kind: FaultKind): boolean {
    return this.#kinds.has(kind);
  }

  /** True: it happens, and is in the log. */
  begins(kind: FaultKind, what: string): boolean {
    if (this.isOver || !this.has(kind)) return false;
    this.#number += 1;
    if (this.#without.has(this.#number)) return false;
    this.events.push({ number: this.#number, at: Math.round(this.#time.elapsed), kind, what });
    return true;
  }
}
