/**
 * Strings of a compiled resource table, the `resources.arsc` of an APK. Only what a label needs of the format
 * (frameworks/base/libs/androidfw/include/androidfw/ResourceTypes.h): the string of one id in one language.
 */

/** `language`, `script` and `country` as in `zh-Hant-TW`; `script` and `country` may be "". */
export interface ResourceLocale {
  readonly language: string;
  readonly script: string;
  readonly country: string;
}

const chunkType = { stringPool: 0x0001, table: 0x0002, package: 0x0200, entries: 0x0201 } as const;
const valueType = { reference: 0x01, string: 0x03 } as const;
/** A label that refers to a label that refers to a label. */
const deepestReference = 5;

interface Chunk {
  readonly type: number;
  readonly start: number;
  readonly headerSize: number;
  readonly end: number;
}

interface Value {
  readonly type: number;
  readonly data: number;
}

/** Null when the table holds no string under that id, or is none: an APK may hold anything. */
export function readResourceString(table: Buffer, id: number, locale: ResourceLocale): string | null {
  try {
    return stringOf(table, id, locale, deepestReference);
  } catch (error) {
    // An offset that leads out of the table.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function stringOf(table: Buffer, id: number, locale: ResourceLocale, depth: number): string | null {
  const root = chunkAt(table, 0, table.length);
  if (root?.type !== chunkType.table) return null;
  let strings: Chunk | undefined;
  let value: Value | null = null;
  for (const chunk of chunksOf(table, root)) {
    if (chunk.type === chunkType.stringPool) strings ??= chunk;
    if (chunk.type !== chunkType.package || table.readUInt32LE(chunk.start + 8) !== id >>> 24) continue;
    value ??= findValue(table, chunk, id, locale);
  }
  if (value === null || strings === undefined) return null;
  if (value.type === valueType.string) return pooledString(table, strings, value.data);
  const refersOn = value.type === valueType.reference && depth > 0 && value.data !== 0;
  return refersOn ? stringOf(table, value.data, locale, depth - 1) : null;
}

function chunkAt(table: Buffer, start: number, limit: number): Chunk | null {
  if (start + 8 > limit) return null;
  const headerSize = table.readUInt16LE(start + 2);
  const size = table.readUInt32LE(start + 4);
  if (headerSize < 8 || size < headerSize || start + size > limit) return null;
  return { type: table.readUInt16LE(start), start, headerSize, end: start + size };
}

function* chunksOf(table: Buffer, parent: Chunk): Generator<Chunk> {
  let start = parent.start + parent.headerSize;
  for (;;) {
    const chunk = chunkAt(table, start, parent.end);
    if (chunk === null) return;
    yield chunk;
    start = chunk.end;
  }
}

/** Of the configurations that have the entry, the one whose language fits best. */
function findValue(table: Buffer, parent: Chunk, id: number, locale: ResourceLocale): Value | null {
  let best: { readonly value: Value; readonly fit: number } | null = null;
  for (const chunk of chunksOf(table, parent)) {
    if (chunk.type !== chunkType.entries || table.readUInt8(chunk.start + 8) !== ((id >>> 16) & 0xff))
      continue;
    const fit = fitOf(table, chunk.start + 20, locale);
    if (fit <= (best?.fit ?? 0)) continue;
    const value = entryValue(table, chunk, id & 0xffff);
    if (value !== null) best = { value, fit };
  }
  return best?.value ?? null;
}

/** 0: not for this device. A configuration for televisions, a network or a kind of screen is none of ours. */
function fitOf(table: Buffer, config: number, locale: ResourceLocale): number {
  const { language, country } = locale;
  const size = table.readUInt32LE(config);
  const bytes = table.subarray(config, config + size);
  const isZero = (from: number, to: number): boolean => bytes.subarray(from, to).every((byte) => byte === 0);
  // Bytes 24 to 27 are the least Android version, 36 to 47 the script and variant of the language.
  if (!isZero(4, 8) || !isZero(12, 24) || !isZero(28, 36)) return 0;
  if (isZero(8, 12)) return 1;
  if (packedCode(bytes, 8, 0x61) !== language) return 0;
  const region = packedCode(bytes, 10, 0x30);
  const script = bytes.toString("latin1", 36, 40).replaceAll("\0", "");
  // Serbian in Latin letters is not for who reads it in Cyrillic ones, though neither may say so.
  if (scriptOf({ language, script, country: region }) !== scriptOf(locale)) return 0;
  if (region !== "") return region === country ? 3 : 0;
  return 2;
}

/** The one that is named, or else the one that the language is written in there. */
function scriptOf({ language, script, country }: ResourceLocale): string {
  if (script !== "") return script;
  try {
    return (
      new Intl.Locale([language, country].filter((part) => part !== "").join("-")).maximize().script ?? ""
    );
  } catch {
    return "";
  }
}

/** Two letters as they are, or three of five bits each. */
function packedCode(bytes: Buffer, at: number, base: number): string {
  const [first = 0, second = 0] = bytes.subarray(at, at + 2);
  if (first === 0) return "";
  if ((first & 0x80) === 0) return String.fromCharCode(first, second);
  const codes = [second & 0x1f, ((second & 0xe0) >> 5) + ((first & 0x03) << 3), (first & 0x7c) >> 2];
  return String.fromCharCode(...codes.map((code) => code + base));
}

const flag = { sparse: 0x01, shortOffsets: 0x02, complex: 0x0001, compact: 0x0008 } as const;

function entryValue(table: Buffer, chunk: Chunk, index: number): Value | null {
  const offset = entryOffset(table, chunk, index);
  if (offset === null) return null;
  const entry = chunk.start + table.readUInt32LE(chunk.start + 16) + offset;
  const flags = table.readUInt16LE(entry + 2);
  if ((flags & flag.compact) !== 0) return { type: flags >> 8, data: table.readUInt32LE(entry + 4) };
  if ((flags & flag.complex) !== 0) return null;
  const value = entry + table.readUInt16LE(entry);
  return { type: table.readUInt8(value + 3), data: table.readUInt32LE(value + 4) };
}

/** Where the entry lies after the first one; null when this configuration has none of that number. */
function entryOffset(table: Buffer, chunk: Chunk, index: number): number | null {
  const flags = table.readUInt8(chunk.start + 9);
  const count = table.readUInt32LE(chunk.start + 12);
  const offsets = chunk.start + chunk.headerSize;
  if ((flags & flag.sparse) !== 0) {
    for (let at = offsets; at < Math.min(offsets + count * 4, chunk.end); at += 4) {
      if (table.readUInt16LE(at) === index) return table.readUInt16LE(at + 2) * 4;
    }
    return null;
  }
  if (index >= count) return null;
  if ((flags & flag.shortOffsets) !== 0) {
    const offset = table.readUInt16LE(offsets + index * 2);
    return offset === 0xffff ? null : offset * 4;
  }
  const offset = table.readUInt32LE(offsets + index * 4);
  return offset === 0xffffffff ? null : offset;
}

function pooledString(table: Buffer, pool: Chunk, index: number): string | null {
  if (index >= table.readUInt32LE(pool.start + 8)) return null;
  const isUtf8 = (table.readUInt32LE(pool.start + 16) & 0x100) !== 0;
  const strings = pool.start + table.readUInt32LE(pool.start + 20);
  const at = strings + table.readUInt32LE(pool.start + pool.headerSize + index * 4);
  if (!isUtf8) {
    const first = table.readUInt16LE(at);
    const isLong = (first & 0x8000) !== 0;
    const units = isLong ? ((first & 0x7fff) << 16) | table.readUInt16LE(at + 2) : first;
    const start = at + (isLong ? 4 : 2);
    return start + units * 2 > pool.end ? null : table.toString("utf16le", start, start + units * 2);
  }
  const [, afterUnits] = shortLength(table, at);
  const [bytes, start] = shortLength(table, afterUnits);
  return start + bytes > pool.end ? null : modifiedUtf8(table.subarray(start, start + bytes));
}

/** One byte, or two with the first one's highest bit set. Answers the length and where it ends. */
function shortLength(table: Buffer, at: number): readonly [length: number, end: number] {
  const first = table.readUInt8(at);
  return (first & 0x80) === 0 ? [first, at + 1] : [((first & 0x7f) << 8) | table.readUInt8(at + 1), at + 2];
}

/** Java's UTF-8: a character beyond the first 65,536 stands as its two surrogates, of three bytes each. */
const modifiedUtf8 = (bytes: Buffer): string =>
  bytes
    .toString("latin1")
    .replace(/\xed([\xa0-\xaf])([\x80-\xbf])\xed([\xb0-\xbf])([\x80-\xbf])/g, (_, ...parts) => {
      const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map((part) => String(part).charCodeAt(0) & 0x3f);
      const high = ((a & 0x0f) << 6) | b;
      const low = ((c & 0x0f) << 6) | d;
      return Buffer.from(String.fromCodePoint(0x10000 + ((high << 10) | low)), "utf8").toString("latin1");
    })
    .replace(/^.*$/s, (text) => Buffer.from(text, "latin1").toString("utf8"));
