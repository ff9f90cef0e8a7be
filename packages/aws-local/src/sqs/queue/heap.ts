/** What a heap keeps of each of its items; -1 while it is in none. */
export interface Placed {
  place: number;
}

/** A binary heap whose items know their place in it, so that any of them moves or goes in logarithmic time. */
export class Heap<Item extends Placed> {
  readonly #items: Item[] = [];
  readonly #isBefore: (a: Item, b: Item) => boolean;

  constructor(isBefore: (a: Item, b: Item) => boolean) {
    this.#isBefore = isBefore;
  }

  get size(): number {
    return this.#items.length;
  }

  get first(): Item | undefined {
    return this.#items[0];
  }

  add(item: Item): void {
    this.#put(item, this.#items.length);
    this.#rise(item);
  }

  remove(item: Item): void {
    const last = this.#items.pop();
    if (last === undefined) return;
    if (last !== item) {
      this.#put(last, item.place);
      this.moved(last);
    }
    item.place = -1;
  }

  /** To be told whenever what the order looks at has changed. */
  moved(item: Item): void {
    this.#rise(item);
    this.#sink(item);
  }

  #put(item: Item, place: number): void {
    this.#items[place] = item;
    item.place = place;
  }

  #swap(item: Item, other: Item): void {
    const { place } = item;
    this.#put(item, other.place);
    this.#put(other, place);
  }

  #rise(item: Item): void {
    while (item.place > 0) {
      const parent = this.#items[(item.place - 1) >> 1];
      if (parent === undefined || !this.#isBefore(item, parent)) return;
      this.#swap(item, parent);
    }
  }

  #sink(item: Item): void {
    for (;;) {
      const left = this.#items[2 * item.place + 1];
      const right = this.#items[2 * item.place + 2];
      const child = right !== undefined && left !== undefined && this.#isBefore(right, left) ? right : left;
      if (child === undefined || !this.#isBefore(child, item)) return;
      this.#swap(item, child);
    }
  }
}
