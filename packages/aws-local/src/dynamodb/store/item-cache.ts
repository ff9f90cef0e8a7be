import { withOwnMemory } from "../values/key-encoding.ts";
import type { StoredItem } from "./stored-item.ts";

interface Kept {
  readonly name: string;
  readonly stored: StoredItem;
}

/** As items are counted. In memory, with what is made of them (shared/storage/table/lasting-items.ts), they take some seven times as much. */
const mostBytes = 8 * 1024 * 1024;
/** So that many small ones do not take more than that. */
const bytesBeside = 512;

/**
 * The items that were read or written last, as they are in the file: this process alone has it open. An item is never changed
 * in place, so whoever has it may keep it.
 */
export class ItemCache {
  readonly #byName = new Map<string, Kept>();
  readonly #byId = new Map<number, Kept>();
  #bytes = 0;
  /** By the transaction under way. */
  #written: string[] = [];

  find(name: string): StoredItem | undefined {
    return this.#used(this.#byName.get(name));
  }

  findById(id: number): StoredItem | undefined {
    return this.#used(this.#byId.get(id));
  }

  /** As it was read. */
  keep(name: string, stored: StoredItem): void {
    this.#drop(name);
    const { partition, sort } = stored.key;
    const key = { partition: withOwnMemory(partition), sort: withOwnMemory(sort) };
    const kept = { name, stored: { ...stored, key } };
    this.#byName.set(name, kept);
    this.#byId.set(stored.id, kept);
    this.#bytes += stored.bytes + bytesBeside;
    for (const oldest of this.#byName.keys()) {
      if (this.#bytes <= mostBytes) break;
      this.#drop(oldest);
    }
  }

  /** As the transaction under way writes it. */
  write(name: string, stored: StoredItem): void {
    this.keep(name, stored);
    this.#written.push(name);
  }

  /** Deleted by the transaction under way. */
  remove(name: string): void {
    this.#drop(name);
    this.#written.push(name);
  }

  /** What was written and then was not is read again. */
  ended(committed: boolean): void {
    if (!committed) for (const name of this.#written) this.#drop(name);
    if (this.#written.length > 0) this.#written = [];
  }

  clear(): void {
    this.#byName.clear();
    this.#byId.clear();
    this.#bytes = 0;
  }

  #used(kept: Kept | undefined): StoredItem | undefined {
    if (kept === undefined) return undefined;
    this.#byName.delete(kept.name);
    this.#byName.set(kept.name, kept);
    return kept.stored;
  }

  #drop(name: string): void {
    const kept = this.#byName.get(name);
    if (kept === undefined) return;
    this.#byName.delete(name);
    this.#byId.delete(kept.stored.id);
    this.#bytes -= kept.stored.bytes + bytesBeside;
  }
}
