import { constants, createDeflateRaw } from "node:zlib";

/**
 * Deflates off the main thread, one piece after another, each so that it ends on a whole byte and looks back to none before: pieces may
 * stand in any order. One deflater for all, since making one costs more than most pieces do.
 */
export class RowPacker {
  readonly #deflater = createDeflateRaw({ level: 1, chunkSize: 64 * 1024 });
  #pieces: Buffer[] = [];

  constructor() {
    this.#deflater.on("data", (piece: Buffer) => this.#pieces.push(piece));
  }

  /** Not to be called again before it is done; the rows must stay as they are until then. */
  async pack(rows: Buffer): Promise<Buffer> {
    this.#pieces = [];
    this.#deflater.write(rows);
    await new Promise<void>((done) => this.#deflater.flush(constants.Z_FULL_FLUSH, done));
    return Buffer.concat(this.#pieces);
  }
}
