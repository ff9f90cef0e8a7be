import { gzipSync } from "node:zlib";

/** Less than this is not worth it. */
const leastPacked = 1_000;

interface PackedBody {
  readonly bytes: Buffer;
  /** Absent: it is not compressed. */
  readonly contentEncoding?: "gzip";
}

/** What is stored of an artifact: text compressed, pictures as they are, which are compressed already. A link's reader gets it unpacked. */
export function packedBody(body: Buffer | string): PackedBody {
  if (typeof body !== "string" || body.length < leastPacked) return { bytes: Buffer.from(body) };
  return { bytes: gzipSync(body, { level: 1 }), contentEncoding: "gzip" };
}
