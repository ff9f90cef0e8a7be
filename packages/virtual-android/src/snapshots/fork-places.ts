import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";

/** Linux has a file system in memory there: a phone is some fifty files, whose making costs a disk far more than their bytes. */
const inMemory = "/dev/shm";
const prefix = join(inMemory, "virtual-android-");
/** A larger phone lies on the disk. */
const largestInMemoryBytes = 16 * 1_048_576;

/** Where forks keep their files: they end with the process that has them, so memory will do. */
export class ForkPlaces {
  readonly #onDisk: string;
  /** Names the directory in memory, which whoever starts next removes should this process not come to it. */
  readonly #note: string;
  #memory: string | null = null;
  #made = 0;

  constructor(dir: string) {
    this.#onDisk = join(dir, "forks");
    this.#note = join(dir, "forks.place");
  }

  /** Removes all there is; of a process that is over too. */
  async clear(): Promise<void> {
    const noted = existsSync(this.#note) ? readFileSync(this.#note, "utf8") : "";
    this.#memory = null;
    for (const place of [noted.startsWith(prefix) ? noted : "", this.#onDisk, this.#note])
      if (place !== "") await rm(place, { recursive: true, force: true });
  }

  /** A new one for a fork of a phone with that much on its storage: an earlier fork of the serial may still be on its way out. */
  of(serial: string, bytes: number): string {
    this.#made += 1;
    const name = `${serial}-${this.#made}`;
    // What lies in memory anyhow is removed with the rest of it.
    const isThere = this.#onDisk.startsWith(`${inMemory}/`);
    if (isThere || bytes > largestInMemoryBytes || !existsSync(inMemory)) return join(this.#onDisk, name);
    this.#memory ??= this.#newMemory();
    return join(this.#memory, name);
  }

  #newMemory(): string {
    const made = mkdtempSync(prefix);
    writeFileSync(this.#note, made, { mode: 0o600 });
    return made;
  }
}
