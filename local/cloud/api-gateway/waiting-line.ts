import type { Turns } from "../lambda/one-a-turn.ts";

export interface LineOptions {
  readonly turns: Turns;
  /** How long a request waits for its turn. */
  readonly longestMilliseconds?: number;
  readonly monotonic?: () => number;
}

/** With the turns that reading and answering take, an answer is there within two seconds. */
const usualLongestMilliseconds = 500;
/** As many as two browsers ask at once: their turn comes soon, however long the machine did nothing at all. */
const shortLine = 12;

interface Waiting {
  readonly since: number;
}

/**
 * Requests in the order in which they came, each in its turn. One that would wait too long is not started: a machine that is asked for more
 * than it can do answers some in time, not all too late (docs/decisions/0218-load-is-shed-by-waiting-time.md).
 */
export class WaitingLine {
  readonly #turns: Turns;
  readonly #longest: number;
  readonly #monotonic: () => number;
  /** In their order. */
  readonly #waiting = new Set<Waiting>();

  constructor({ turns, longestMilliseconds, monotonic = () => performance.now() }: LineOptions) {
    this.#turns = turns;
    this.#longest = longestMilliseconds ?? usualLongestMilliseconds;
    this.#monotonic = monotonic;
  }

  /** It is long, and its head has waited so long that whoever comes now would wait for nothing. */
  get isLate(): boolean {
    const [head] = this.#waiting;
    return (
      head !== undefined &&
      this.#waiting.size >= shortLine &&
      this.#monotonic() - head.since > this.#longest / 2
    );
  }

  /** Nobody leaves the head of the line: only whoever has many before them waits for nothing. */
  #hasManyBefore(one: Waiting): boolean {
    let before = 0;
    for (const other of this.#waiting) {
      if (other === one || before === shortLine) break;
      before += 1;
    }
    return before === shortLine;
  }

  /** Null: it was not started. */
  async run<T>(task: () => Promise<T>): Promise<T | null> {
    if (this.isLate) return null;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const one: Waiting = { since: this.#monotonic() };
    const leave = (mayBegin: boolean): boolean => {
      const waited = this.#waiting.delete(one);
      clearTimeout(timer);
      resolve(mayBegin);
      return waited;
    };
    const timer = setTimeout(() => void (this.#hasManyBefore(one) && leave(false)), this.#longest);
    this.#waiting.add(one);
    this.#turns.take("asked", () => leave(true));
    return (await promise) ? task() : null;
  }
}
