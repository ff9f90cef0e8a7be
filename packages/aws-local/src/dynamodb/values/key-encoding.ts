import { hash } from "node:crypto";
import type { AttributeValue } from "./attribute-value.ts";
import { decimalOf, smallestExponent } from "./decimal.ts";

/** Bytes whose order is DynamoDB's: text by its UTF-8 bytes, numbers by size, binary as unsigned bytes. */
export function sortKeyBytes(value: AttributeValue): Buffer {
  if ("S" in value) return Buffer.from(value.S);
  if ("B" in value) return Buffer.from(value.B, "base64");
  if ("N" in value) return numberBytes(value.N);
  throw new TypeError("A key is text, a number or binary.");
}

const hashBytes = 4;
export const hashRange = 2 ** (8 * hashBytes);

/** Of text, which nearly all partition keys are: a job's few partitions are asked for with each turn. */
const known = new Map<string, Buffer>();
const rememberedKeys = 2_000;

/** Begins with a hash of the key, so that a scan finds partitions in no order that anybody could rely on. */
export function partitionKeyBytes(value: AttributeValue): Buffer {
  const text = "S" in value ? value.S : undefined;
  const before = text === undefined ? undefined : known.get(text);
  if (before !== undefined) return before;
  const key = sortKeyBytes(value);
  const bytes = withOwnMemory(Buffer.concat([hash("sha1", key, "buffer").subarray(0, hashBytes), key]));
  if (text === undefined) return bytes;
  if (known.size >= rememberedKeys) known.clear();
  known.set(text, bytes);
  return bytes;
}

/** The text that a sort key's bytes are of. */
export const sortKeyText = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();

/** The same of a partition key. */
export const partitionKeyText = (bytes: Uint8Array): string => sortKeyText(bytes.subarray(hashBytes));

/** A small buffer is a part of Node's pool: whoever keeps it keeps 64 KiB. */
export function withOwnMemory(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.byteLength) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.byteLength);
  bytes.copy(own);
  return own;
}

/** The least partition key whose hash is at least this. */
export function hashStart(hashValue: number): Buffer {
  const start = Buffer.alloc(hashBytes);
  start.writeUInt32BE(hashValue);
  return start;
}

const digitZero = 0x30;
const digitNine = 0x39;
const sign = { negative: 0x00, zero: 0x01, positive: 0x02 } as const;

/**
 * Sign, exponent, digits. Of a negative number exponent and digits are turned round, and what ends its digits comes after
 * every digit, because -1.5 is less than -1.
 */
function numberBytes(text: string): Buffer {
  const { negative, digits, exponent } = decimalOf(text);
  if (digits === "") return Buffer.from([sign.zero]);
  const shifted = exponent - smallestExponent;
  if (!negative) return Buffer.concat([Buffer.from([sign.positive, shifted]), Buffer.from(digits, "latin1")]);
  const turned = Buffer.from(digits, "latin1").map((digit) => digitZero + digitNine - digit);
  return Buffer.concat([Buffer.from([sign.negative, 0xff - shifted]), turned, Buffer.from([0xff])]);
}
