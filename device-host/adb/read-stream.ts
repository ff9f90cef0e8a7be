import type { Duplex } from "node:stream";

export interface CappedBytes {
  readonly bytes: Buffer;
  /** There was more than `maximumBytes`. */
  readonly truncated: boolean;
}

/** Reads a socket to its end, or until it has given more than `maximumBytes`. Rejects with the socket's error. */
export function readCapped(stream: Duplex, maximumBytes: number): Promise<CappedBytes> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    stream.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size <= maximumBytes) return;
      stream.destroy();
      resolve({ bytes: Buffer.concat(chunks, size).subarray(0, maximumBytes), truncated: true });
    });
    stream.on("error", reject);
    // `close` without `end`: destroyed in mid-stream, for example by a reset.
    stream.on("close", () => reject(new Error("Premature end of stream: the connection was closed")));
    stream.on("end", () => resolve({ bytes: Buffer.concat(chunks, size), truncated: false }));
  });
}
