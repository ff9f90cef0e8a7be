import { hash } from "node:crypto";
import { crc32 } from "node:zlib";
import { ByteLimitedMap } from "./byte-limited-map.ts";
import { DrawingRecord, type Strip } from "./drawing-record.ts";
import type { DrawingSurface } from "./drawing-surface.ts";
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
let unfiltered = Buffer.alloc(0);
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
  const known = parts.map((strip) => strips.get(strip.key));
  const missing = parts.filter((_, i) => known[i] === undefined);
  const drawn = drawnOn(missing, width, height);
  const found: PackedStrip[] = [];
  for (const [i, strip] of parts.entries()) {
    const part = known[i] ?? (await pack(drawn, strip));
    strips.set(strip.key, part);
    found.push(part);
  }
  const adler = found.reduce((sum, part) => joinAdler32(sum, part.adler, part.rawBytes), 1);
  const end = Buffer.alloc(6);
  end.writeUInt16BE(0x0300); // the last block, an empty one
  end.writeUInt32BE(adler, 2);
  return Buffer.concat([
    ...[signature, header(width, height), chunkOf("IDAT", zlibHeader)],
    ...found.map(({ chunk }) => chunk),
    ...[chunkOf("IDAT", end), chunkOf("IEND", Buffer.alloc(0))],
  ]);
}

/**
 * Draws on the surface that all phones of this process share (10 MB of pixels each would not fit a thousand phones). All strips
 * before any is read: a canvas that is drawn on after it was read copies itself.
 */
function drawnOn(missing: readonly Strip[], width: number, height: number): Surface {
  if (surface?.width !== width || surface.height !== height) surface = new Surface(width, height);
  for (const strip of missing) strip.drawOn(surface);
  surface.finish();
  return surface;
}

async function pack(drawn: Surface, strip: Strip): Promise<PackedStrip> {
  const { top, bottom } = strip.area;
  const rows = unfilteredRows(drawn, strip);
  const adler = adler32OfRows(drawn.words.subarray(top * drawn.width, bottom * drawn.width), drawn.width);
  const body = await packer.pack(rows);
  return { chunk: chunkOf("IDAT", body), adler, rawBytes: rows.length };
}

/**
 * Each row after the number of its filter, which is none: flat colours pack as well without, and in a quarter of the time.
 * In one buffer for all pictures, which come one after another.
 */
function unfilteredRows({ width, height, pixels }: Surface, { area }: Strip): Buffer {
  const rowBytes = 4 * width + 1;
  if (unfiltered.length !== rowBytes * height) unfiltered = Buffer.alloc(rowBytes * height);
  for (let y = area.top; y < area.bottom; y += 1)
    pixels.copy(unfiltered, y * rowBytes + 1, y * 4 * width, (y + 1) * 4 * width);
  return unfiltered.subarray(area.top * rowBytes, area.bottom * rowBytes);
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
