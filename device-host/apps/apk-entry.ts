import { promisify } from "node:util";
import { inflateRaw } from "node:zlib";

/** Reads `length` bytes of a file, the first of them `fromEnd` bytes before its end. Shorter when there are no more. */
export type ReadFromEnd = (fromEnd: number, length: number) => Promise<Buffer>;

const endOfDirectory = { signature: 0x06054b50, bytes: 22, longestComment: 65_535 } as const;
const directoryRecord = { signature: 0x02014b50, bytes: 46 } as const;
const localRecord = { signature: 0x04034b50, bytes: 30 } as const;
/** zipalign puts what is stored at multiples of four, and of 16 KiB where it is a library. */
const longestPadding = 16_384;
const largestDirectory = 8 * 1024 * 1024;

interface Entry {
  readonly method: number;
  readonly packedBytes: number;
  readonly offset: number;
}

/**
 * One file of an APK, without reading the rest of it: an app of 200 MB has a table of a few. Null when there is no such
 * file, it is larger than `maximumBytes`, or this is no zip archive.
 */
export async function readApkEntry(
  read: ReadFromEnd,
  name: string,
  maximumBytes: number,
): Promise<Buffer | null> {
  try {
    return await entryOf(read, name, maximumBytes);
  } catch (error) {
    // An offset that leads out of what was read, or bytes that do not inflate.
    if (error instanceof RangeError || isZlibError(error)) return null;
    throw error;
  }
}

const isZlibError = (error: unknown): boolean =>
  error instanceof Error && "code" in error && /^(Z_|ERR_BUFFER_TOO_LARGE)/.test(String(error.code));

async function entryOf(read: ReadFromEnd, name: string, maximumBytes: number): Promise<Buffer | null> {
  const longestEnd = endOfDirectory.bytes + endOfDirectory.longestComment;
  const tail = await read(longestEnd, longestEnd);
  const end = findEnd(tail);
  if (end === null) return null;
  const directoryBytes = tail.readUInt32LE(end + 12);
  const directoryOffset = tail.readUInt32LE(end + 16);
  const endBytes = tail.length - end;
  if (directoryBytes > largestDirectory) return null;
  const directory =
    directoryBytes <= end
      ? tail.subarray(end - directoryBytes, end)
      : await read(directoryBytes + endBytes, directoryBytes);
  const entry = findEntry(directory, name);
  if (entry === null || entry.packedBytes > maximumBytes) return null;
  const fileBytes = directoryOffset + directoryBytes + endBytes;
  const around = localRecord.bytes + name.length + longestPadding;
  const local = await read(fileBytes - entry.offset, entry.packedBytes + around);
  return contentOf(local, entry, maximumBytes);
}

function findEnd(tail: Buffer): number | null {
  for (let at = tail.length - endOfDirectory.bytes; at >= 0; at -= 1) {
    const isEnd = tail.readUInt32LE(at) === endOfDirectory.signature;
    if (isEnd && at + endOfDirectory.bytes + tail.readUInt16LE(at + 20) === tail.length) return at;
  }
  return null;
}

function findEntry(directory: Buffer, name: string): Entry | null {
  let at = 0;
  while (
    at + directoryRecord.bytes <= directory.length &&
    directory.readUInt32LE(at) === directoryRecord.signature
  ) {
    const nameBytes = directory.readUInt16LE(at + 28);
    const following = nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
    const start = at + directoryRecord.bytes;
    if (directory.toString("utf8", start, start + nameBytes) === name) {
      return {
        method: directory.readUInt16LE(at + 10),
        packedBytes: directory.readUInt32LE(at + 20),
        offset: directory.readUInt32LE(at + 42),
      };
    }
    at = start + following;
  }
  return null;
}

async function contentOf(local: Buffer, entry: Entry, maximumBytes: number): Promise<Buffer | null> {
  if (local.readUInt32LE(0) !== localRecord.signature) return null;
  const start = localRecord.bytes + local.readUInt16LE(26) + local.readUInt16LE(28);
  const packed = local.subarray(start, start + entry.packedBytes);
  if (packed.length < entry.packedBytes) return null;
  if (entry.method === 0) return packed;
  return entry.method === 8 ? promisify(inflateRaw)(packed, { maxOutputLength: maximumBytes }) : null;
}
