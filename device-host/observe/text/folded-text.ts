/** A text as it is compared: its i-th character is what is at `from[i]` to `to[i]` of the text itself. */
export interface FoldedText {
  readonly text: string;
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** Letters and digits alone; or signs too, without white space; or one space for any besides. */
export type FoldKind = "bare" | "dense" | "visible";
type Folds = Readonly<Record<FoldKind, string>>;

/** Breaks what is compared, and is in no text. */
export const barrier = "\uffff";

const ignored = /[\p{M}\p{Default_Ignorable_Code_Point}]|(?!\s)\p{Cc}/gu;
const digit = /\p{Nd}/u;

/** Digits of any script stand in Unicode in tens that begin at a multiple of sixteen, or six after one. */
function asciiDigit(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return String((code & 15) - (digit.test(String.fromCodePoint(code & ~15)) ? 0 : 6));
}

/** NFKD without marks tells apart what NFKC does, but for accents, and goes by single characters. */
function foldCharacter(character: string): Folds {
  if (character === barrier) return { bare: barrier, dense: barrier, visible: barrier };
  const cased = character.normalize("NFKD").toUpperCase().toLowerCase();
  const plain = cased.normalize("NFKD").replace(ignored, "").replace(/\s+/g, " ");
  const visible = Array.from(plain, (each) => (digit.test(each) ? asciiDigit(each) : each)).join("");
  const dense = visible.replaceAll(" ", "");
  return { visible, dense, bare: dense.replace(/[^\p{L}\p{N}]|\p{Lm}/gu, "") };
}

const known = new Map<string, Folds>();
const mostKnown = 20_000;

function foldOf(character: string): Folds {
  const before = known.get(character);
  if (before !== undefined) return before;
  const folds = foldCharacter(character);
  if (known.size < mostKnown) known.set(character, folds);
  return folds;
}

/** Case, accents, width, the script of digits, and characters that no eye sees make no difference in it. */
export function foldText(text: string, kind: FoldKind): FoldedText {
  const units: string[] = [];
  const from: number[] = [];
  const to: number[] = [];
  let at = 0;
  for (const character of text) {
    const next = at + character.length;
    const folds = foldOf(character);
    // Its own accent goes with its letter.
    if (folds.visible === "" && to.at(-1) === at) to[to.length - 1] = next;
    for (let index = 0; index < folds[kind].length; index += 1) {
      const unit = folds[kind].charAt(index);
      if (unit === " " && units.at(-1) === " ") continue;
      units.push(unit);
      from.push(at);
      to.push(next);
    }
    at = next;
  }
  return { text: units.join(""), from, to };
}
