import type { Clock } from "@drover/step-functions";

/** A clock that moves only when a test makes it jump to the next thing that is due. */
export class ManualClock implements Clock {
  #now = Date.parse("2026-01-01T00:00:00Z");
  readonly #due = new Map<() => void, number>();

  now(): number {
    return this.#now;
  }

  schedule(callback: () => void, delayMs: number): () => void {
    this.#due.set(callback, this.#now + delayMs);
    return () => this.#due.delete(callback);
  }

  /** Moves to the earliest timer and fires it; false when none is set. */
  fireNext(): boolean {
    const [next] = [...this.#due].toSorted(([, a], [, b]) => a - b);
    if (!next) return false;
    const [callback, due] = next;
    this.#due.delete(callback);
    this.#now = Math.max(this.#now, due);
    callback();
    return true;
  }

  /** Somebody sets it forward, and what waits for a time still waits as long as it would have. */
  set(milliseconds: number): void {
    this.#now += milliseconds;
    for (const [callback, due] of this.#due) this.#due.set(callback, due + milliseconds);
  }

  /** Lets time pass and fires what falls due in it, in order. */
  advance(milliseconds: number): void {
    const until = this.#now + milliseconds;
    while (Math.min(...this.#due.values()) <= until) this.fireNext();
    this.#now = until;
  }
}
