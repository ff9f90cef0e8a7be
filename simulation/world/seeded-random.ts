/** Numbers that follow from a seed: sfc32, by Chris Doty-Humphrey (PractRand). */
export class SeededRandom {
  #a: number;
  #b: number;
  #c: number;
  #count = 1;

  /** Two names of one seed give sequences that have nothing to do with each other. */
  constructor(seed: number, name = "") {
    this.#a = seed | 0;
    this.#b = Math.floor(seed / 2 ** 32) | 0;
    this.#c = [...name].reduce(
      (hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16_777_619),
      -2_128_831_035,
    );
    for (let round = 0; round < 15; round += 1) this.bits();
  }

  /** 32 of them. */
  bits(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#count) | 0;
    this.#count = (this.#count + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** From 0 to 1, without 1. */
  next(): number {
    return (this.bits() * 2 ** 21 + (this.bits() >>> 11)) / 2 ** 53;
  }

  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  isOneIn(count: number): boolean {
    return this.next() * count < 1;
  }

  pick<Item>(items: readonly Item[]): Item {
    if (items.length === 0) throw new Error("There is nothing to pick from.");
    return items[this.between(0, items.length - 1)] as Item;
  }

  bytes(count: number): Buffer {
    const bytes = Buffer.alloc(count);
    for (let at = 0; at < count; at += 1) bytes[at] = this.bits() & 255;
    return bytes;
  }
}
