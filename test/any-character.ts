import fc from "fast-check";

const surrogates = { first: 0xd800, count: 0x800 } as const;
const mostPoints = 0x11_0000 - surrogates.count;

function indexOf(character: unknown): number {
  const point = typeof character === "string" ? (character.codePointAt(0) ?? -1) : -1;
  const isSurrogate = point >= surrogates.first && point < surrogates.first + surrogates.count;
  if (point < 0 || isSurrogate || String.fromCodePoint(point) !== character)
    throw new Error("no character of these");
  return point < surrogates.first ? point : point - surrogates.count;
}

/**
 * Any code point that is no half of another: for `fc.string({ unit: anyCharacter })`, which tries the same texts as with the unit "binary".
 * That one makes a table of a million entries first, a second of the processor's time and a hundred megabytes in each worker of the tests.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: mostPoints - 1 })
  .map((index) => String.fromCodePoint(index < surrogates.first ? index : index + surrogates.count), indexOf);
