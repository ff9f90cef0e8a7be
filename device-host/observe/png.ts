import type { ScreenSize } from "#shared/contracts/values/coordinate.ts";
import { DroverError } from "#shared/errors/drover-error.ts";

export interface Png {
  readonly bytes: Buffer;
  readonly size: ScreenSize;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** The last chunk: its length, its name and its checksum never vary. */
const end = Buffer.from([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]);
/** Warnings before the picture are a line or two (devices with several displays). */
const longestPrefixBytes = 4_096;
const mostPixels = 50_000_000;

/**
 * What `screencap -p` gave, as a whole PNG: text before it is cut off (docs/faults.md B8).
 * @throws ScreenshotCorrupt when it is empty, no PNG, cut short or larger than any screen (docs/faults.md B9, B10, B15)
 */
export function readPng(raw: Buffer): Png {
  if (raw.length === 0) throw corrupt("it is empty");
  const start = raw.subarray(0, longestPrefixBytes + signature.length).indexOf(signature);
  if (start < 0) throw corrupt(`it is not a PNG: ${JSON.stringify(raw.subarray(0, 80).toString("latin1"))}`);
  const bytes = raw.subarray(start);
  // Some devices write a line feed after the picture.
  const last = bytes.lastIndexOf(end);
  if (bytes.length < 45 || last < 0 || bytes.length - last > end.length + 64) {
    throw corrupt(`its end is missing after ${bytes.length} bytes`);
  }
  const size = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  if (size.width < 1 || size.height < 1 || size.width * size.height > mostPixels) {
    throw corrupt(`it claims to be ${size.width}x${size.height} pixels`);
  }
  return { bytes: bytes.subarray(0, last + end.length), size };
}

const corrupt = (why: string): DroverError =>
  new DroverError("ScreenshotCorrupt", `The screenshot cannot be used: ${why}.`);
