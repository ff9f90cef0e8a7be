import { appendFile, rename, stat } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";

const maximumBytes = 20 * 1024 * 1024;
const maximumWaitingBytes = 1024 * 1024;
/** Opening a file costs more than a line of it: what comes within this time is written at once. */
const gatherMilliseconds = 20;

/**
 * A log in a file. Never fails: what a full disk does not take is dropped and counted, and the count is
 * written when there is room again. The log before the newest 20 MiB is kept once, as `<file>.1`.
 */
export class LogFile {
  readonly file: string;
  #written: Promise<void> = Promise.resolve();
  /** What comes meanwhile goes with the next write, all of it at once. */
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #lostBytes = 0;
  #isClosed = false;

  constructor(file: string) {
    this.file = file;
  }

  write(chunk: Buffer): void {
    if (this.#isClosed) return;
    if (this.#waitingBytes + chunk.length > maximumWaitingBytes) {
      this.#lostBytes += chunk.length;
      return;
    }
    this.#waitingBytes += chunk.length;
    this.#waiting.push(chunk);
    if (this.#waiting.length === 1) this.#written = this.#written.then(() => this.#writeWaiting());
  }

  async #writeWaiting(): Promise<void> {
    await setTimeout(gatherMilliseconds);
    const chunk = Buffer.concat(this.#waiting);
    this.#waiting = [];
    try {
      await this.#append(chunk);
    } catch {
      this.#lostBytes += chunk.length;
    } finally {
      this.#waitingBytes -= chunk.length;
    }
  }

  /** Resolves when everything that was taken is written or lost. */
  drained(): Promise<void> {
    return this.#written;
  }

  /** The same, and nothing is taken any more: who has the directory may delete it. */
  close(): Promise<void> {
    this.#isClosed = true;
    return this.#written;
  }

  async #append(chunk: Buffer): Promise<void> {
    const size = await stat(this.file).then(
      (found) => found.size,
      () => 0,
    );
    if (size > maximumBytes) await rename(this.file, `${this.file}.1`);
    const lost = this.#lostBytes;
    const note = lost === 0 ? "" : `… ${lost} bytes of this log could not be written\n`;
    await appendFile(this.file, Buffer.concat([Buffer.from(note), chunk]), { mode: 0o600 });
    this.#lostBytes -= lost;
  }
}
