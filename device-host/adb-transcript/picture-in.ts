import { createHash } from "node:crypto";
import type { TranscriptAnswer } from "#shared/contracts/device/adb-transcript.ts";

const signature = Buffer.from("89504e470d0a1a0a", "hex");
const headBytes = 24;

/** The size of a picture with a colour that other pixels would change; null: no picture. What is on it is not kept, whole or cut. */
export function pictureIn(bytes: Buffer): TranscriptAnswer | null {
  const start = bytes.subarray(0, 4_096).indexOf(signature);
  if (start < 0 || bytes.length < start + headBytes) return null;
  const [width, height] = [bytes.readUInt32BE(start + 16), bytes.readUInt32BE(start + 20)];
  if (width < 1 || height < 1 || width > 20_000 || height > 20_000) return null;
  const colour = `#${createHash("sha256").update(bytes).digest("hex").slice(0, 6)}`;
  return { kind: "picture", width, height, colour };
}
