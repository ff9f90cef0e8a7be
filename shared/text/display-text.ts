import { withoutInvisible } from "./invisible-characters.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is replaced
const controlOrSpace = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029]+/g;
const notACharacter = /[\ufffe\uffff]/g;

/** Text of a screen as one line that shows what it holds: cut at `limit` characters, safe for every service. */
export function displayText(text: string, limit: number): string {
  if (text === "") return "";
  const line = withoutInvisible(text.toWellFormed())
    .replace(notACharacter, "\ufffd")
    .replace(controlOrSpace, " ")
    .trim();
  // Cutting may halve a surrogate pair; toWellFormed mends it.
  return line.length <= limit ? line : `${line.slice(0, limit - 1).toWellFormed()}…`;
}
