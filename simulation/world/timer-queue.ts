interface QueuedTimer {
  at: number;
  /** Of two timers for one time the earlier one is first. */
  order: number;
  readonly fire: () => void;
  isCancelled: boolean;
}

const isBefore = (one: QueuedTimer, other: QueuedTimer): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order);

/** Timers by the time at which they are due: a binary heap. Cancelled ones stay until they come to the top. */
export class TimerQueue {
  readonly #heap: QueuedTimer[] = [];

  add(timer: QueuedTimer): void {
    this.#heap.push(timer);
    let place = this.#heap.length - 1;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = this.#heap[above] as QueuedTimer;
      if (isBefore(parent, timer)) break;
      this.#heap[place] = parent;
      place = above;
    }
    this.#heap[place] = timer;
  }

  /** The next one, taken out; undefined: there is none. */
  take(): QueuedTimer | undefined {
    for (;;) {
      const first = this.#heap[0];
      const last = this.#heap.pop();
      if (first === undefined || last === undefined) return undefined;
      if (last !== first) this.#sink(last);
      if (!first.isCancelled) return first;
    }
  }

  #sink(timer: QueuedTimer): void {
    const heap = this.#heap;
    let place = 0;
    for (;;) {
      const left = 2 * place + 1;
      const [one, other] = [heap[left], heap[left + 1]];
      if (one === undefined) break;
      const isRight = other !== undefined && isBefore(other, one);
      const below = isRight ? other : one;
      if (!isBefore(below, timer)) break;
      heap[place] = below;
      place = isRight ? left + 1 : left;
    }
    heap[place] = timer;
  }
}
