import type { PictureHash } from "../contracts/step/error-snapshot.ts";

/** The picture is made so small, in grey, before its hash is taken: each place is compared with the one to its right. */
export const hashedSize = { width: 9, height: 8 } as const;
/** Pictures that differ in so many of 64 places show nearly the same: another clock, a blinking cursor, a moved list do not. */
const nearDistance = 8;
/** Neighbours in one colour are equal however a picture was compressed. */
const leastStep = 2;

/** Of 9 × 8 shades, row by row. N. Krawetz, "Kind of Like That" (dHash). */
export function pictureHash(shades: Uint8Array): PictureHash {
  let bits = "";
  for (let row = 0; row < hashedSize.height; row += 1)
    for (let column = 0; column < hashedSize.width - 1; column += 1) {
      const at = row * hashedSize.width + column;
      bits += (shades[at + 1] ?? 0) - (shades[at] ?? 0) >= leastStep ? "1" : "0";
    }
  return `d1:${BigInt(`0b${bits}`).toString(16).padStart(16, "0")}`;
}

/** Whether two pictures look nearly the same. */
export function looksAlike(one: PictureHash, other: PictureHash): boolean {
  if (one === other) return true;
  let difference = bitsOf(one) ^ bitsOf(other);
  let distance = 0;
  for (; difference > 0n && distance <= nearDistance; distance += 1) difference &= difference - 1n;
  return distance <= nearDistance;
}

const bitsOf = (hash: PictureHash): bigint => BigInt(`0x${hash.slice(3)}`);
