import type { Bounds } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { heightOf, meets, union } from "#shared/screen/area.ts";
import { readingOrder } from "#shared/screen/reading-order.ts";
import { displayText } from "#shared/text/display-text.ts";

/** A word that was read out of the picture. */
export interface ReadWord {
  readonly text: string;
  /** Percent. */
  readonly confidence: number;
  /** Pixels of the screen. */
  readonly bounds: Bounds;
  /** Words of one line have the same. */
  readonly line: number;
}

/** Words that stand together. */
export interface ReadLine {
  readonly text: string;
  readonly bounds: Bounds;
}

/** Symbols and pictures are taken for words, with less confidence than words. */
const leastConfidence = 70;
const leastOfLetter = 92;
/** In heights of its line: beside each other stand what is wider apart. */
const widestGap = 1.2;
const maxLines = 200;

function isWord({ text, confidence }: ReadWord): boolean {
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  if (letters === 0) return false;
  return confidence >= (letters === 1 ? leastOfLetter : leastConfidence);
}

function splitAtGaps(words: readonly ReadWord[]): readonly ReadWord[][] {
  const parts: ReadWord[][] = [];
  for (const word of words.toSorted((a, b) => a.bounds.left - b.bounds.left)) {
    const before = parts.at(-1)?.at(-1);
    const gap = before === undefined ? Number.POSITIVE_INFINITY : word.bounds.left - before.bounds.right;
    const height = before === undefined ? 0 : Math.max(heightOf(before.bounds), heightOf(word.bounds));
    if (gap > widestGap * height) parts.push([word]);
    else parts.at(-1)?.push(word);
  }
  return parts;
}

const lineOf = (words: readonly ReadWord[]): ReadLine => ({
  text: displayText(words.map(({ text }) => text).join(" "), 300),
  bounds: words.map(({ bounds }) => bounds).reduce(union),
});

/** What was read, in reading order, without what is likely no text; of `hidden` places nothing. */
export function readLines(words: readonly ReadWord[], hidden: readonly Bounds[]): readonly ReadLine[] {
  const seen = words.filter((word) => isWord(word) && !hidden.some((place) => meets(place, word.bounds)));
  const lines = [...Map.groupBy(seen, ({ line }) => line).values()].flatMap(splitAtGaps).map(lineOf);
  const boxes = lines.filter(({ text }) => text !== "").map((line) => ({ ...line, alone: true }));
  return readingOrder(boxes).slice(0, maxLines);
}
