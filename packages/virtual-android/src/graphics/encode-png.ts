import { hash } from "node:crypto";
import { crc32 } from "node:zlib";
import { ByteLimitedMap } from "./byte-limited-map.ts";
import { DrawingRecord, type Strip } from "./drawing-record.ts";
import type { DrawingSurface } from "./drawing-surface.ts";
import { heightOf } from "./geometry.ts";
import { adler32OfRows, joinAdler32 } from "./row-checksum.ts";
import { RowPacker } from "./row-packer.ts";
import { Surface } from "./surface.ts";

/** Few enough strips for little to be done for each, enough for most of them to stay as they are when something changes. */
const stripRows = 120;

/** Rows of a picture as a chunk of its PNG, with what the end of the PNG says about all rows. */
interface PackedStrip {
  readonly chunk: Buffer;
  readonly adler: number;
  readonly rawBytes: number;
}

/** What phones of this process showed a while ago is neither drawn nor packed again. */
const strips = new ByteLimitedMap<PackedStrip>(16 * 1024 * 1024, ({ chunk }) => chunk.length);
const pictures = new ByteLimitedMap<Buffer>(8 * 1024 * 1024, (png) => png.length);

const packer = new RowPacker();
let surface: Surface | null = null;
/** Rows are drawn while those before them are packed. */
let unpacked: readonly [Buffer, Buffer] = [Buffer.alloc(0), Buffer.alloc(0)];
let turn: Promise<unknown> = Promise.resolve();

/** A picture of which some rows are known already is drawn and packed in the other rows alone. */
export async function drawPng(
  width: number,
  height: number,
  draw: (surface: DrawingSurface) => void,
): Promise<Buffer> {
  const record = new DrawingRecord(width, height);
  draw(record);
  const parts = record.strips(stripRows);
  const key = hash("sha256", parts.map((strip) => strip.key).join());
  const known = pictures.get(key);
  if (known !== undefined) return known;
  // One after another: the pixels of many pictures at once would not fit.
  const png = turn.then(async () => {
    const picture = pictures.get(key) ?? (await packed(width, height, parts));
    pictures.set(key, picture);
    return picture;
  });
  turn = png.catch(() => undefined);
  return png;
}

async function packed(width: number, height: number, parts: readonly Strip[]): Promise<Buffer> {
  const found: (PackedStrip | Promise<PackedStrip>)[] = [];
  let last: Promise<unknown> = Promise.resolve();
  let drawn = 0;
  for (const strip of parts) {
    const known = strips.get(strip.key);
    if (known !== undefined) {
      found.push(known);
      continue;
    }
    const rows = drawnRows(strip, width, drawn % 2 === 0 ? 0 : 1);
    drawn += 1;
    await last;
    const packing = pack(rows, strip);
    last = packing;
    found.push(packing);
  }
  return joined(width, height, await Promise.all(found));
}

function joined(width: number, height: number, parts: readonly PackedStrip[]): Buffer {
  const adler = parts.reduce((sum, part) => joinAdler32(sum, part.adler, part.rawBytes), 1);
  const end = Buffer.alloc(6);
  end.writeUInt16BE(0x0300); // the last block, an empty one
  end.writeUInt32BE(adler, 2);
  return Buffer.concat([
    ...[signature, header(width, height), chunkOf("IDAT", zlibHeader)],
    ...parts.map(({ chunk }) => chunk),
    ...[chunkOf("IDAT", end), chunkOf("IEND", Buffer.alloc(0))],
  ]);
}

interface DrawnRows {
  /** Each behind the number of its filter, which is none: flat colours pack as well without, and in a quarter of the time. */
  readonly bytes: Buffer;
  readonly adler: number;
}

/** On the rows that all phones of this process share, one strip after another. */
function drawnRows(strip: Strip, width: number, into: 0 | 1): DrawnRows {
  if (surface?.width !== width) {
    surface = new Surface(width, stripRows);
    unpacked = [rowsOf(width), rowsOf(width)];
  }
  surface.begin(strip.area);
  strip.drawOn(surface);
  const rows = heightOf(strip.area);
  const pixels = Buffer.from(surface.words.buffer);
  const bytes = unpacked[into].subarray(0, rows * (4 * width + 1));
  for (let y = 0; y < rows; y += 1)
    pixels.copy(bytes, y * (4 * width + 1) + 1, y * 4 * width, (y + 1) * 4 * width);
  return { bytes, adler: adler32OfRows(surface.words.subarray(0, rows * width), width) };
}

const rowsOf = (width: number): Buffer => Buffer.alloc(stripRows * (4 * width + 1));

async function pack({ bytes, adler }: DrawnRows, strip: Strip): Promise<PackedStrip> {
  const part = { chunk: chunkOf("IDAT", await packer.pack(bytes)), adler, rawBytes: bytes.length };
  strips.set(strip.key, part);
  return part;
}

const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
const zlibHeader = Buffer.from([0x78, 0x01]);

function header(width: number, height: number): Buffer {
  const body = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 6, 0, 0, 0]); // 8 bits a channel, RGBA
  body.writeUInt32BE(width, 0);
  body.writeUInt32BE(height, 4);
  return chunkOf("IHDR", body);
}

function chunkOf(type: string, body: Buffer): Buffer {
  const chunk = Buffer.allocUnsafeSlow(body.length + 12);
  chunk.writeUInt32BE(body.length, 0);
  chunk.write(type, 4, "latin1");
  body.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, body.length + 8)), body.length + 8);
  return chunk;
}
