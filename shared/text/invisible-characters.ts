/**
 * Zero-width, bidirectional, interlinear and tag characters and soft hyphens: no person sees them, so they hide words from
 * one, or show other words than stand there (docs/security.md rule 2).
 */
export const invisibleCharacters =
  /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/** An emoji made of several, such as a family: pictures joined by U+200D, each perhaps with its skin or its style. */
const pictureBefore = /\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?$/u;
const pictureAfter = /^\p{Extended_Pictographic}/u;
/** The scripts whose spelling needs U+200C and U+200D (Unicode Standard Annex 31, section 2.3). */
const joining = `[${[
  "Arab",
  "Syrc",
  "Mand",
  "Nkoo",
  "Mong",
  "Deva",
  "Beng",
  "Guru",
  "Gujr",
  "Orya",
  "Taml",
  "Telu",
  "Knda",
]
  .concat("Mlym", "Sinh", "Mymr", "Khmr", "Tibt")
  .map((script) => `\\p{scx=${script}}`)
  .join("")}]`;
const letterBefore = new RegExp(`(?=[\\p{L}\\p{M}])${joining}$`, "u");
const letterAfter = new RegExp(`^(?=[\\p{L}\\p{M}])${joining}`, "u");
/** The longest that a character and what modifies it can be. */
const neighbourLength = 4;

/** Without invisible characters, but for the joiners that everyday words and emoji are spelt with. Idempotent. */
export const withoutInvisible = (text: string): string =>
  text.replace(invisibleCharacters, (character, at: number) =>
    spells(character, text, at) ? character : "",
  );

function spells(character: string, text: string, at: number): boolean {
  if (character !== "\u200c" && character !== "\u200d") return false;
  const before = text.slice(Math.max(0, at - neighbourLength), at);
  const after = text.slice(at + 1, at + 1 + neighbourLength);
  if (letterBefore.test(before) && letterAfter.test(after)) return true;
  return character === "\u200d" && pictureBefore.test(before) && pictureAfter.test(after);
}
