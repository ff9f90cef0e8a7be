import type { SeededRandom } from "../world/seeded-random.ts";
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

/** How many times as often as usual each kind happens, of those that do. */
export type FaultMix = ReadonlyMap<FaultKind, number>;

/**
 * Each seed has some of the kinds that are asked for, and some of these often: what needs two faults of one kind hides among all kinds
 * (swarm testing: A. Groce and others, ISSTA 2012).
 */
export function drawMix(random: SeededRandom, kinds: readonly FaultKind[]): FaultMix {
  const left = [...kinds];
  const mix = new Map<FaultKind, number>();
  for (let count = random.between(Math.min(1, kinds.length), kinds.length); count > 0; count -= 1) {
    const [kind] = left.splice(random.between(0, left.length - 1), 1);
    if (kind !== undefined) mix.set(kind, random.isOneIn(2) ? 1 : 6);
  }
  return mix;
}

export const usualMix = (kinds: readonly FaultKind[]): FaultMix => new Map(kinds.map((kind) => [kind, 1]));

/** Every fault that happened, and the decision whether the next one does. */
export class FaultLog {
  readonly events: FaultEvent[] = [];
  /** Nothing goes wrong any more. */
  isOver = false;
  readonly #time: VirtualTime;
  readonly #mix: FaultMix;
  readonly #without: ReadonlySet<number>;
  #number = 0;

  constructor(time: VirtualTime, mix: FaultMix, without: ReadonlySet<number>) {
    this.#time = time;
    this.#mix = mix;
    this.#without = without;
  }

  has(kind: FaultKind): boolean {
    return this.#shareOf(kind) > 0;
  }

  /** Draws whether a kind is due that usually is once in so many times. */
  isDue(kind: FaultKind, random: SeededRandom, oneIn: number): boolean {
    return random.isOneIn(oneIn / this.#shareOf(kind));
  }

  #shareOf(kind: FaultKind): number {
    return this.#mix.get(kind) ?? 0;
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
