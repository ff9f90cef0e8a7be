import { lutimesSync, readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";

/** A clock that is no more than this from the machine's is the machine's: its files have the right times already. */
const nearMilliseconds = 60_000;
const thousandths = 1_000;

/** Gives changed files the time of the phone's own clock, where that is another than this machine's: what a phone shows depends on nothing else. */
export class FileTimes {
  readonly #clock: () => Date;
  /** The clock may be paused: each change is a microsecond after the one before, which keeps their order. */
  #changes = 0;

  constructor(clock: () => Date) {
    this.#clock = clock;
  }

  /** Of those that are there. */
  changed(...files: readonly string[]): void {
    const seconds = this.#seconds();
    if (seconds === null) return;
    for (const file of files) setTime(file, seconds);
  }

  /** All that is in a directory, and the directory. */
  changedBelow(directory: string): void {
    const seconds = this.#seconds();
    if (seconds === null) return;
    for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
      const place = join(entry.parentPath, entry.name);
      if (entry.isSymbolicLink()) lutimesSync(place, seconds, seconds);
      else setTime(place, seconds);
    }
    setTime(directory, seconds);
  }

  #seconds(): number | null {
    const now = this.#clock().getTime();
    if (Math.abs(now - Date.now()) < nearMilliseconds) return null;
    this.#changes = (this.#changes + 1) % thousandths;
    return (now + this.#changes / thousandths) / 1_000;
  }
}

function setTime(file: string, seconds: number): void {
  try {
    utimesSync(file, seconds, seconds);
  } catch {
    // It is gone again.
  }
}
