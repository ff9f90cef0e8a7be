import { KeptValues } from "#agent/runtime/kept-values.ts";

interface View<Value> {
  readonly readAt: number;
  readonly value: Promise<Value>;
}

/**
 * What many look at at once is read once: whoever asks for what was read a moment ago, or is being read, gets that. Nothing runs
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
    // A failure is told to those who waited for it and to nobody after.
    void value.catch(() => this.#kept.delete(key));
    return value;
  }
}
