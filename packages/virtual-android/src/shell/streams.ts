/** Where a command writes. Small writes are fine: the server joins them. */
export interface Output {
  write(data: string | Uint8Array): void;
  /** Resolves when the reader has room; commands that write much wait for it. */
  drained(): Promise<void>;
}

export interface Input {
  /** The next bytes, or null at the end. */
  read(): Promise<Uint8Array | null>;
  /** Gives bytes back that were read too far: they come first at the next read. */
  unread(bytes: Uint8Array): void;
}

export const emptyInput: Input = { read: async () => null, unread: () => {} };
export const nullOutput: Output = { write: () => {}, drained: async () => {} };

/** An input from a way to read the next bytes, which nobody else uses. */
export function inputOf(next: () => Promise<Uint8Array | null>): Input {
  const returned: Uint8Array[] = [];
  return {
    read: async () => returned.pop() ?? (await next()),
    unread: (bytes) => {
      if (bytes.length > 0) returned.push(bytes);
    },
  };
}

export function bufferInput(data: Uint8Array): Input {
  let left: Uint8Array | null = data.length === 0 ? null : data;
  return inputOf(async () => {
    const chunk = left;
    left = null;
    return chunk;
  });
}

/** One line without its line feed, and not a byte more; null at the end. */
export async function readLine(
  input: Input,
): Promise<{ readonly text: string; readonly isWhole: boolean } | null> {
  const chunks: Uint8Array[] = [];
  for (let chunk = await input.read(); chunk !== null; chunk = await input.read()) {
    const end = chunk.indexOf(10);
    if (end < 0) {
      chunks.push(chunk);
      continue;
    }
    chunks.push(chunk.subarray(0, end));
    input.unread(chunk.subarray(end + 1));
    return { text: Buffer.concat(chunks).toString("utf8"), isWhole: true };
  }
  return chunks.length === 0 ? null : { text: Buffer.concat(chunks).toString("utf8"), isWhole: false };
}

/** Keeps what is written, up to a limit that stands for the memory of the phone. */
export class CollectedOutput implements Output {
  readonly #chunks: Uint8Array[] = [];
  readonly #maximumBytes: number;
  #bytes = 0;

  constructor(maximumBytes = 64 * 1024 * 1024) {
    this.#maximumBytes = maximumBytes;
  }

  write(data: string | Uint8Array): void {
    const chunk = Buffer.from(data as string).subarray(0, this.#maximumBytes - this.#bytes);
    if (chunk.length === 0) return;
    this.#bytes += chunk.length;
    this.#chunks.push(chunk);
  }

  async drained(): Promise<void> {}

  bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }

  text(): string {
    return this.bytes().toString("utf8");
  }
}

/** Everything that is left in `input`; throws when it is more than `maximumBytes`. */
export async function readAll(input: Input, maximumBytes = 256 * 1024 * 1024): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (let chunk = await input.read(); chunk !== null; chunk = await input.read()) {
    bytes += chunk.length;
    if (bytes > maximumBytes) throw new Error(`more than ${maximumBytes} bytes of input; send less`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** At most `length` bytes, as a reader that knows the size takes them. */
export async function readUpTo(input: Input, length: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  while (bytes < length) {
    const chunk = await input.read();
    if (chunk === null) break;
    chunks.push(chunk);
    bytes += chunk.length;
  }
  return Buffer.concat(chunks).subarray(0, length);
}
