import { crc32, deflateSync } from "node:zlib";
import { SeededRandom } from "../system/seeded-random.ts";

const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

/** A PNG of the size of another one that packs as badly as can be: three bytes of noise a pixel, the same for the same seed. */
export function noisyPicture(png: Buffer, seed = 1): Buffer {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const random = new SeededRandom(seed);
  const rowBytes = width * 3 + 1;
  const rows = Buffer.alloc(rowBytes * height);
  const words = new Uint32Array(rows.buffer, rows.byteOffset, rows.length >> 2);
  for (let index = 0; index < words.length; index += 1) words[index] = random.next() * 2 ** 32;
  // The number of a row's filter, which is none.
  for (let y = 0; y < height; y += 1) rows[y * rowBytes] = 0;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const body = deflateSync(rows, { level: 0 });
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", body),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), body]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(body.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}
