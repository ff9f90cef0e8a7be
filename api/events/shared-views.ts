import { KeptValues } from "#agent/runtime/kept-values.ts";

interface View<Value> {
  readonly readAt: number;
  readonly value: Promise<Value>;
}

/**
 * Shares reads between many viewers: a request for something that was just read, or is being read, gets that result. Nothing runs
 * between two questions.
 */
export class SharedViews<Value> {
  readonly #kept: KeptValues<View<Value>>;

  constructor(most: number) {
    this.#kept = new KeptValues(most);
  }

  view(key: string, now: number, goodForMilliseconds: number, read: () => Promise<Value>): Promise<Value> {
    const known = this.#kept.get(key);
    if (known !== undefined && now - known.readAt < goodForMilliseconds) return known.value;
    const value = read();
    this.#kept.set(key, { readAt: now, value });
    // Only current waiters get a failure; later requests read again.
    void value.catch(() => this.#kept.delete(key));
    return value;
  }
}
