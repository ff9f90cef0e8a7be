import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { storableState } from "../system/phone-state.ts";
import type { PhoneSnapshot } from "../system/virtual-phone.ts";

export interface StoredSnapshot {
  readonly name: string;
  readonly savedAt: Date;
  /** Of all its files. */
  readonly bytes: number;
  readonly snapshot: PhoneSnapshot;
}

/** Changes with the form of what is written: a snapshot of another version is none. */
const formVersion = 1;
const suffix = ".snapshot";

export const isSnapshotName = (name: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name);

/** The snapshots of all phones of one server: in memory, and a file each, from which they come after a restart. */
export class SnapshotStore {
  readonly #dir: string;
  readonly #loaded = new Map<string, StoredSnapshot>();

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** Takes the place of an earlier one of that name. */
  save(name: string, snapshot: PhoneSnapshot, savedAt: Date): void {
    const stored = { name, savedAt, bytes: bytesOf(snapshot), snapshot };
    mkdirSync(this.#dir, { recursive: true, mode: 0o700 });
    const { state, disk } = snapshot;
    const body = serialize({ formVersion, savedAt, state: storableState(state), disk });
    // Whole or not at all: a process that ends while it writes leaves no half of one under the name.
    writeFileSync(`${this.#file(name)}.new`, body, { mode: 0o600 });
    renameSync(`${this.#file(name)}.new`, this.#file(name));
    this.#loaded.set(name, stored);
  }

  /** Null when there is none of that name. */
  find(name: string): StoredSnapshot | null {
    const loaded = this.#loaded.get(name);
    if (loaded !== undefined || !existsSync(this.#file(name))) return loaded ?? null;
    const read = deserialize(readFileSync(this.#file(name)));
    if (read.formVersion !== formVersion) return null;
    const snapshot: PhoneSnapshot = { state: read.state, disk: read.disk };
    const stored = { name, savedAt: read.savedAt, bytes: bytesOf(snapshot), snapshot };
    this.#loaded.set(name, stored);
    return stored;
  }

  get count(): number {
    return this.#names().length;
  }

  list(): readonly StoredSnapshot[] {
    return this.#names().flatMap((name) => this.find(name) ?? []);
  }

  #names(): readonly string[] {
    const files = existsSync(this.#dir) ? readdirSync(this.#dir) : [];
    return files
      .filter((file) => file.endsWith(suffix))
      .map((file) => file.slice(0, -suffix.length))
      .sort();
  }

  /** False when there is none of that name. */
  remove(name: string): boolean {
    this.#loaded.delete(name);
    const there = existsSync(this.#file(name));
    rmSync(this.#file(name), { force: true });
    return there;
  }

  #file(name: string): string {
    return join(this.#dir, `${name}${suffix}`);
  }
}

function bytesOf({ disk }: PhoneSnapshot): number {
  let bytes = 0;
  for (const entry of disk.values()) if (entry.kind === "file") bytes += entry.content.length;
  return bytes;
}
