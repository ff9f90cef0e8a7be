import { closeSync, constants, openSync, readSync, writeSync } from "node:fs";

/** A number beside the database that grows with its commits: a database that is behind it has lost some. */
export class CommitMark {
  readonly #descriptor: number;
  readonly #bytes = Buffer.alloc(8);

  constructor(path: string) {
    this.#descriptor = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  }

  read(): number {
    const length = readSync(this.#descriptor, this.#bytes, 0, 8, 0);
    return length === 8 ? Number(this.#bytes.readBigUInt64LE()) : 0;
  }

  /** After the commit. A mark that cannot be written is too low, which only means less. */
  write(number: number): void {
    this.#bytes.writeBigUInt64LE(BigInt(number));
    try {
      writeSync(this.#descriptor, this.#bytes, 0, 8, 0);
    } catch {
      // A full disk: the next commit writes it.
    }
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}
