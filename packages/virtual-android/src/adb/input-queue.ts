import type { Input } from "../shell/streams.ts";

const maximumQueuedBytes = 256 * 1024;

/** Bytes from the client on their way to a command; the sender waits while the command does not read. */
export class InputQueue implements Input {
  readonly #chunks: Uint8Array[] = [];
  #queuedBytes = 0;
  #ended = false;
  #wakeReader: (() => void) | null = null;
  #wakeSender: (() => void) | null = null;

  async push(chunk: Uint8Array): Promise<void> {
    if (this.#ended || chunk.length === 0) return;
    this.#chunks.push(chunk);
    this.#queuedBytes += chunk.length;
    this.#wakeReader?.();
    while (this.#queuedBytes > maximumQueuedBytes && !this.#ended) {
      await new Promise<void>((resolve) => {
        this.#wakeSender = resolve;
      });
    }
  }

  unread(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    this.#chunks.unshift(chunk);
    this.#queuedBytes += chunk.length;
  }

  /** No more bytes will come, or nobody will read them. */
  end(): void {
    this.#ended = true;
    this.#wakeReader?.();
    this.#wakeSender?.();
  }

  async read(): Promise<Uint8Array | null> {
    for (;;) {
      const chunk = this.#chunks.shift();
      if (chunk !== undefined) {
        this.#queuedBytes -= chunk.length;
        this.#wakeSender?.();
        return chunk;
      }
      if (this.#ended) return null;
      await new Promise<void>((resolve) => {
        this.#wakeReader = resolve;
      });
    }
  }
}
