/** The strings of an app, by language; "" is the default. Each language has a string for each name. */
export type AppStrings = Readonly<Record<string, readonly string[]>>;

const chunk = (type: number, header: Buffer, body: Buffer): Buffer => {
  const start = Buffer.alloc(8);
  start.writeUInt16LE(type, 0);
  start.writeUInt16LE(8 + header.length, 2);
  start.writeUInt32LE(8 + header.length + body.length, 4);
  return Buffer.concat([start, header, body]);
};

const numbers = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4);
  return bytes;
};

const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);

const utf16 = (text: string): Buffer => {
  const length = Buffer.alloc(2);
  length.writeUInt16LE(text.length);
  return Buffer.concat([length, Buffer.from(`${text}\0`, "utf16le")]);
};

/** A pool of UTF-16 strings, which may hold any character. */
function stringPool(strings: readonly string[]): Buffer {
  const encoded = strings.map(utf16);
  const offsets = encoded.map((_, index) =>
    encoded.slice(0, index).reduce((sum, { length }) => sum + length, 0),
  );
  const start = 28 + 4 * strings.length;
  const header = numbers(strings.length, 0, 0, start, 0);
  return chunk(0x0001, header, Buffer.concat([numbers(...offsets), padded(Buffer.concat(encoded))]));
}

const configBytes = 64;

/** ResTable_config of a language; all else is the default. */
function configOf(language: string): Buffer {
  const config = Buffer.alloc(configBytes);
  config.writeUInt32LE(configBytes, 0);
  config.write(language, 8, 2, "latin1");
  return config;
}

const stringType = 1;

/** One language's strings: entries of the type `string` that point into the pool from `first` on. */
function entriesOf(language: string, count: number, first: number): Buffer {
  const entryBytes = 16;
  const offsets = Array.from({ length: count }, (_, index) => index * entryBytes);
  const entries = offsets.map((_, index) => {
    const entry = Buffer.alloc(entryBytes);
    entry.writeUInt16LE(8, 0);
    entry.writeUInt32LE(index, 4);
    entry.writeUInt16LE(8, 8);
    entry.writeUInt8(0x03, 11);
    entry.writeUInt32LE(first + index, 12);
    return entry;
  });
  const start = 20 + configBytes + 4 * count;
  const header = Buffer.concat([numbers(stringType, count, start), configOf(language)]);
  return chunk(0x0201, header, Buffer.concat([numbers(...offsets), ...entries]));
}

/**
 * `resources.arsc` with the app's strings under 0x7f010000 and the ids after it, in the format that aapt2 writes
 * (frameworks/base/libs/androidfw/include/androidfw/ResourceTypes.h).
 */
export function resourceTable(packageName: string, names: readonly string[], strings: AppStrings): Buffer {
  const languages = Object.entries(strings);
  const types = stringPool(["string"]);
  const keys = stringPool(names);
  const spec = chunk(0x0202, numbers(stringType, names.length), numbers(...names.map(() => 0)));
  const entries = languages.map(([language], index) =>
    entriesOf(language, names.length, index * names.length),
  );
  const name = Buffer.alloc(256);
  name.write(packageName, 0, 254, "utf16le");
  const header = Buffer.concat([numbers(0x7f), name, numbers(288, 0, 288 + types.length, 0, 0)]);
  const contents = chunk(0x0200, header, Buffer.concat([types, keys, spec, ...entries]));
  const pool = stringPool(languages.flatMap(([, texts]) => texts));
  return chunk(0x0002, numbers(1), Buffer.concat([pool, contents]));
}

/** The id of the string of that number. */
export const stringId = (index: number): number => 0x7f010000 + index;
