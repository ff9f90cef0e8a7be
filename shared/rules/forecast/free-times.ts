/** When each of many equal servers is free again: a binary heap of times, the earliest first. */
export class FreeTimes {
  readonly #times: Float64Array;

  /** All are free at 0. */
  constructor(servers: number) {
    this.#times = new Float64Array(servers);
  }

  get earliest(): number {
    return this.#times[0] ?? 0;
  }

  reset(): void {
    this.#times.fill(0);
  }

  /** The one that was free first is busy until then. */
  occupy(until: number): void {
    const times = this.#times;
    const { length } = times;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= length) break;
      if (child + 1 < length && (times[child + 1] as number) < (times[child] as number)) child += 1;
      if ((times[child] as number) >= until) break;
      times[place] = times[child] as number;
      place = child;
    }
    times[place] = until;
  }
}
