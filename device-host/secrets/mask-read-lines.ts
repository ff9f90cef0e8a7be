import { secretReference } from "#shared/contracts/job/secret.ts";
import type { ReadLine } from "../observe/text/read-lines.ts";
import type { SecretMask, SecretValues } from "./secret-mask.ts";

/** Characters that are read for each other. */
const alike: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "l",
  i: "l",
  "|": "l",
  "!": "l",
  "5": "s",
  $: "s",
  "8": "b",
  "2": "z",
  "9": "g",
  q: "g",
};

/** A text without what reading gets wrong most: case, spaces, punctuation, characters that look alike. */
const folded = (text: string): readonly string[] => {
  const likened = Array.from(text.normalize("NFKC").toLowerCase(), (each) => alike[each] ?? each).join("");
  return [
    ...likened
      .replace(/[^\p{L}\p{N}]/gu, "")
      .replaceAll("rn", "m")
      .replaceAll("vv", "w"),
  ];
};

/** Shorter ones would be found in any text. */
const shortest = 4;
/** A long value may be drawn over many lines, of which some are read. */
const pieceLength = 32;
const charactersPerError = 6;

function piecesOf(value: string): readonly (readonly string[])[] {
  const all = folded(value);
  const count = Math.ceil(all.length / pieceLength);
  const length = Math.ceil(all.length / count);
  const pieces = Array.from({ length: count }, (_, index) => all.slice(index * length, (index + 1) * length));
  return pieces.filter((piece) => piece.length >= shortest);
}

interface Place {
  readonly errors: number;
  readonly first: number;
  readonly last: number;
}

/** The way to one place of the piece that takes the fewest errors, of two alike the one with less of the text. */
const cheapest = (...ways: readonly (readonly [from: Place, cost: number])[]): Place =>
  ways
    .map(([from, cost]) => ({ ...from, errors: from.errors + cost }))
    .reduce((best, way) => (way.errors < best.errors ? way : best));

/** For every place in the text, what of it that ends there is nearest to the piece. */
function* endings(piece: readonly string[], text: readonly string[]): Generator<Place> {
  const nothing = (at: number): Place => ({ errors: 0, first: at, last: at });
  let before = [nothing(0), ...piece.map((_, index) => ({ ...nothing(0), errors: index + 1 }))];
  for (const [at, character] of text.entries()) {
    const here = [nothing(at + 1)];
    for (const [index, wanted] of piece.entries()) {
      const [lost, replaced, added] = [here[index], before[index], before[index + 1]];
      if (lost === undefined || replaced === undefined || added === undefined) break;
      here.push(cheapest([lost, 1], [replaced, character === wanted ? 0 : 1], [added, 1]));
    }
    const whole = here.at(-1);
    if (whole !== undefined) yield { ...whole, last: at };
    before = here;
  }
}

/** Where the text has the piece, but for some wrong, missing or added characters; of places side by side the best. */
function placesOf(piece: readonly string[], text: readonly string[]): readonly Place[] {
  const most = Math.floor(piece.length / charactersPerError);
  const places: Place[] = [];
  let best: Place | null = null;
  for (const place of endings(piece, text)) {
    if (place.errors <= most) best = best === null || place.errors < best.errors ? place : best;
    else if (best !== null) {
      places.push(best);
      best = null;
    }
  }
  return best === null ? places : [...places, best];
}

/**
 * Lines that were read out of a picture, without the values: a line that may hold one, or a part of one that is spread over
 * several, is its reference and nothing else. Reading is wrong by a character here and there, so near is near enough.
 */
export function maskReadLines(
  lines: readonly ReadLine[],
  mask: SecretMask,
  secrets: SecretValues,
): readonly ReadLine[] {
  const texts = lines.map(({ text }) => mask.whole(text));
  const references = [...secrets.keys()].map(secretReference);
  const plain = texts.map((text) => references.reduce((left, each) => left.replaceAll(each, " "), text));
  const characters = plain.flatMap((text, line) => folded(text).map((character) => ({ character, line })));
  const all = characters.map(({ character }) => character);
  for (const [name, value] of secrets) {
    for (const piece of piecesOf(value)) {
      for (const { first, last } of placesOf(piece, all)) {
        for (const { line } of characters.slice(first, last + 1)) texts[line] = secretReference(name);
      }
    }
  }
  const masked = mask.texts(texts);
  return lines.map((line, index) => ({ ...line, text: masked[index]?.text ?? "" }));
}
