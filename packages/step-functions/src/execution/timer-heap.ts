/** Where time comes from; tests pass a clock they move by hand. */
export interface Clock {
  /** Milliseconds since the epoch, as the machine's clock has them: somebody may set it. */
  now(): number;
  /** Milliseconds that nobody can set; without it the clock is taken for one that nobody sets. */
  monotonic?(): number;
  /** Calls back once, not before `delayMs` have passed; the returned function takes it back. */
  schedule(callback: () => void, delayMs: number): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  schedule(callback, delayMs) {
    const handle = setTimeout(callback, delayMs);
    return () => clearTimeout(handle);
  },
};

/** setTimeout fires at once for anything above 2^31-1 ms; longer waits are taken in several steps. */
const LONGEST_DELAY_MS = 2_000_000_000;

/** How late a timer for a time of day may be when the clock is set forward. */
const LOOK_AT_CLOCK_MS = 10_000;

/**
 * What a due time means. It is written as a time of day either way, because it has to outlive the process; a pause
 * keeps its length whatever happens to the clock, a time of day comes when the clock says so.
 */
export type DueKind = "pause" | "timeOfDay";

export interface Timer {
  /** On the heap's own scale: monotonic. */
  dueMs: number;
  /** For a time of day: the time the clock has to show. */
  readonly timeOfDayMs: number | null;
  readonly fire: () => void;
  /** Position in the heap; -1 once fired or cancelled. */
  position: number;
}

/** A binary heap of due times behind one operating-system timer, so that 10,000 waits cost 10,000 small objects. */
export class TimerHeap {
  readonly #clock: Clock;
  readonly #heap: Timer[] = [];
  #disarm: (() => void) | null = null;
  #armedForMs = Number.POSITIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get size(): number {
    return this.#heap.length;
  }

  /** `dueMs` is a time of day. */
  add(dueMs: number, fire: () => void, kind: DueKind = "pause"): Timer {
    const timeOfDayMs = kind === "timeOfDay" ? dueMs : null;
    const timer: Timer = {
      dueMs: this.#monotonicOf(dueMs, kind),
      timeOfDayMs,
      fire,
      position: this.#heap.length,
    };
    this.#heap.push(timer);
    this.#up(timer);
    this.#arm();
    return timer;
  }

  cancel(timer: Timer): void {
    if (timer.position < 0) return;
    this.#remove(timer);
    this.#arm();
  }

  close(): void {
    this.#disarm?.();
    this.#disarm = null;
    this.#heap.length = 0;
  }

  #now(): number {
    return this.#clock.monotonic?.() ?? this.#clock.now();
  }

  #monotonicOf(dueMs: number, kind: DueKind): number {
    const delayMs = dueMs - this.#clock.now();
    const setAnyTime = kind === "timeOfDay" && this.#clock.monotonic !== undefined;
    return this.#now() + (setAnyTime ? Math.min(delayMs, LOOK_AT_CLOCK_MS) : delayMs);
  }

  #arm(): void {
    const dueMs = this.#heap[0]?.dueMs ?? Number.POSITIVE_INFINITY;
    if (dueMs === this.#armedForMs) return;
    this.#disarm?.();
    this.#disarm = null;
    this.#armedForMs = dueMs;
    if (dueMs === Number.POSITIVE_INFINITY) return;
    const delayMs = Math.min(Math.max(0, dueMs - this.#now()), LONGEST_DELAY_MS);
    this.#disarm = this.#clock.schedule(() => this.#fireDue(), delayMs);
  }

  #fireDue(): void {
    this.#disarm = null;
    this.#armedForMs = Number.POSITIVE_INFINITY;
    const nowMs = this.#now();
    for (let first = this.#heap[0]; first !== undefined && first.dueMs <= nowMs; first = this.#heap[0]) {
      this.#remove(first);
      if (first.timeOfDayMs !== null && first.timeOfDayMs > this.#clock.now()) this.#lookAgain(first);
      else first.fire();
    }
    this.#arm();
  }

  #lookAgain(timer: Timer): void {
    // A little later even for a frozen clock, so that the heap is emptied.
    timer.dueMs = Math.max(this.#monotonicOf(timer.timeOfDayMs ?? 0, "timeOfDay"), this.#now() + 1);
    timer.position = this.#heap.length;
    this.#heap.push(timer);
    this.#up(timer);
  }

  #remove(timer: Timer): void {
    const last = this.#heap.pop();
    const position = timer.position;
    timer.position = -1;
    if (last === undefined || last === timer) return;
    this.#place(last, position);
    this.#up(last);
    this.#down(last);
  }

  #up(timer: Timer): void {
    while (timer.position > 0) {
      const above = (timer.position - 1) >> 1;
      const parent = this.#heap[above];
      if (parent === undefined || parent.dueMs <= timer.dueMs) return;
      this.#place(parent, timer.position);
      this.#place(timer, above);
    }
  }

  #down(timer: Timer): void {
    for (;;) {
      const left = this.#heap[timer.position * 2 + 1];
      const right = this.#heap[timer.position * 2 + 2];
      const least = right !== undefined && left !== undefined && right.dueMs < left.dueMs ? right : left;
      if (least === undefined || least.dueMs >= timer.dueMs) return;
      const freed = least.position;
      this.#place(least, timer.position);
      this.#place(timer, freed);
    }
  }

  #place(timer: Timer, position: number): void {
    this.#heap[position] = timer;
    timer.position = position;
  }
}
