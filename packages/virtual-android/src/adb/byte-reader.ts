import type { Socket } from "node:net";

/**
 * Reads a socket in order and on demand: nothing is consumed before it is asked for, so TCP slows a client
 * that sends more than is wanted. One reader per socket, one read at a time.
 */
export class ByteReader {
  readonly #socket: Socket;
  #wake: (() => void) | null = null;
  #finished = false;
  #discards = false;

  constructor(socket: Socket) {
    this.#socket = socket;
    const finish = () => {
      this.#finished = true;
      this.#notify();
    };
    socket.on("readable", () => {
      if (this.#discards) this.discardArrived();
      else this.#notify();
    });
    socket.on("end", finish);
    socket.on("close", finish);
  }

  /** Exactly `length` bytes, or null when the client ends before them. */
  async read(length: number): Promise<Buffer | null> {
    if (length === 0) return Buffer.alloc(0);
    for (;;) {
      const chunk: Buffer | null = this.#socket.read(length);
      if (chunk !== null) return chunk.length === length ? chunk : null;
      if (this.#finished) return null;
      await this.#nextEvent();
    }
  }

  /** Whatever has arrived, at least one byte; null at the end. */
  async readSome(): Promise<Buffer | null> {
    for (;;) {
      const chunk: Buffer | null = this.#socket.read();
      if (chunk !== null) return chunk;
      if (this.#finished) return null;
      await this.#nextEvent();
    }
  }

  /** Drops what arrived but was not read yet. */
  discardArrived(): void {
    this.#socket.read();
  }

  /** Drops all that still comes: the end of a socket is only seen by who reads up to it. */
  discardRest(): void {
    this.#discards = true;
    this.discardArrived();
  }

  #nextEvent(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #notify(): void {
    const wake = this.#wake;
    this.#wake = null;
    wake?.();
  }
}
