/** A line of a JSONL file, with its place in it. */
export interface FileLine {
  /** From 1, blank ones counted. */
  readonly number: number;
  /** Its first byte, from 0. */
  readonly from: number;
  /** The byte after its last, which is its line feed or the file's end. */
  readonly to: number;
  /** Null: it is longer than it may be. */
  readonly bytes: Buffer | null;
}

const lineFeed = 0x0a;
const none = Buffer.alloc(0);

/** Lines as they arrive. Of one that is too long nothing is kept, so that memory is bounded by `maxBytes` and a chunk. */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<FileLine> {
  let [number, from, at] = [1, 0, 0];
  let begun: Buffer | null = none;
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let start = 0;
    for (let end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed, start)) {
      const to = at + end;
      yield { number, from, to, bytes: joined(begun, bytes.subarray(start, end), maxBytes) };
      [number, from, start, begun] = [number + 1, to + 1, end + 1, none];
    }
    begun = joined(begun, bytes.subarray(start), maxBytes);
    at += bytes.length;
  }
  if (at > from) yield { number, from, to: at, bytes: begun };
}

function joined(begun: Buffer | null, more: Buffer, maxBytes: number): Buffer | null {
  if (begun === null || begun.length + more.length > maxBytes) return null;
  return begun.length === 0 ? more : Buffer.concat([begun, more]);
}
