import { Heap, type Placed } from "./heap.ts";

/** What passes in this process; tests move it by hand. */
export interface Time {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds that never jump, from any beginning. */
  uptime(): number;
  /** Runs once, after this many milliseconds; the answer calls it off. */
  after(milliseconds: number, run: () => void): () => void;
}

/** How far a timer of Node reaches. */
const longestMilliseconds = 2 ** 31 - 1;

export const systemTime = (clock: () => Date): Time => ({
  now: () => clock().getTime(),
  uptime: () => performance.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, Math.min(milliseconds, longestMilliseconds)).unref();
    return () => clearTimeout(timer);
  },
});

export interface Deadline extends Placed {
  readonly at: number;
  readonly due: () => void;
}

/** What becomes due some time: thousands of long polls and messages in flight share one timer. */
export class Deadlines {
  readonly #time: Time;
  readonly #heap = new Heap<Deadline>((a, b) => a.at < b.at);
  #timer: { readonly at: number; readonly stop: () => void } | null = null;

  constructor(time: Time) {
    this.#time = time;
  }

  add(milliseconds: number, due: () => void): Deadline {
    const deadline = { at: this.#time.uptime() + milliseconds, due, place: -1 };
    this.#heap.add(deadline);
    this.#arm();
    return deadline;
  }

  /** Nothing happens to one that was due already. */
  remove(deadline: Deadline | null): void {
    // The timer stays: it finds nothing due and is set again, which is cheaper than to set it at each removal.
    if (deadline !== null && deadline.place >= 0) this.#heap.remove(deadline);
  }

  close(): void {
    this.#timer?.stop();
    this.#timer = null;
  }

  #arm(): void {
    const first = this.#heap.first;
    if (first === undefined || (this.#timer !== null && this.#timer.at <= first.at)) return;
    this.#timer?.stop();
    const wait = Math.max(0, Math.ceil(first.at - this.#time.uptime()));
    this.#timer = { at: first.at, stop: this.#time.after(wait, () => this.#run()) };
  }

  #run(): void {
    this.#timer = null;
    const now = this.#time.uptime();
    for (let first = this.#heap.first; first !== undefined && first.at <= now; first = this.#heap.first) {
      this.#heap.remove(first);
      first.due();
    }
    this.#arm();
  }
}
