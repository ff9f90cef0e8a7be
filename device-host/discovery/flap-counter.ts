const windowMilliseconds = 30_000;
const tooMany = 5;

/** Tells a device that was plugged in again from one that comes and goes (docs/faults.md A9). Times are monotonic. */
export class FlapCounter {
  #returns: number[] = [];

  count(now: number): void {
    this.#returns = [...this.#returns.filter((time) => now - time < windowMilliseconds), now];
  }

  /** True until it has stayed for the length of the window. */
  flapping(now: number): boolean {
    return this.#returns.filter((time) => now - time < windowMilliseconds).length >= tooMany;
  }
}
