import type { Violation } from "../simulation-report.ts";
import type { VirtualTime } from "../world/virtual-time.ts";
import type { Heard, HostLine, Invariant, Observed } from "./invariant.ts";
import { makeInvariants } from "./invariants.ts";

/** A simulation that has gone wrong once says little more by going on. */
const mostViolations = 50;

/** Asks every invariant, and keeps what contradicted one. */
export class Watch {
  readonly violations: Violation[] = [];
  readonly #time: VirtualTime;
  readonly #invariants = makeInvariants();
  readonly #told = new Set<string>();

  constructor(time: VirtualTime) {
    this.#time = time;
  }

  async during(seen: Observed): Promise<void> {
    for (const invariant of this.#invariants) this.#keep(invariant, (await invariant.during?.(seen)) ?? []);
  }

  async after(seen: Observed): Promise<void> {
    for (const invariant of this.#invariants) this.#keep(invariant, (await invariant.after?.(seen)) ?? []);
  }

  hear(line: string, from: Heard): void {
    if (!line.startsWith("{")) return;
    const read = JSON.parse(line) as HostLine;
    for (const invariant of this.#invariants) this.#keep(invariant, invariant.heard?.(read, from) ?? []);
  }

  /** What no invariant could look at, in words. */
  note(name: string, what: string): void {
    this.#keep({ name }, [what]);
  }

  #keep({ name }: Pick<Invariant, "name">, found: readonly string[]): void {
    for (const what of found) {
      // What is wrong now is so at the next look too.
      if (this.#told.has(what) || this.violations.length >= mostViolations) continue;
      this.#told.add(what);
      this.violations.push({ at: Math.round(this.#time.elapsed), invariant: name, what });
    }
  }
}
