import type { WordPart } from "unbash";

/** More words than this from one is a mistake. */
const mostWords = 4_096;

/** `a{b,c}d` is two words, each by its parts; braces without a comma stay as they are. */
export function bracesOf(parts: readonly WordPart[]): readonly (readonly WordPart[])[] {
  if (!parts.some(({ type }) => type === "BraceExpansion")) return [parts];
  let words: (readonly WordPart[])[] = [[]];
  for (const part of parts) {
    const choices = part.type === "BraceExpansion" ? alternatives(part) : [[part]];
    words = words.flatMap((word) => choices.map((choice) => [...word, ...choice])).slice(0, mostWords);
  }
  return words;
}

function alternatives(
  part: WordPart & { readonly type: "BraceExpansion" },
): readonly (readonly WordPart[])[] {
  const { pos, end } = part;
  const literal = (text: string): WordPart => ({ type: "Literal", text, value: text, pos, end });
  const inner = part.parts ?? [literal(part.text.slice(1, -1))];
  const choices: WordPart[][] = [[]];
  let hasComma = false;
  for (const piece of inner) {
    if (piece.type !== "Literal") {
      choices.at(-1)?.push(piece);
      continue;
    }
    for (const [index, text] of piece.value.split(",").entries()) {
      if (index > 0) {
        choices.push([]);
        hasComma = true;
      }
      if (text !== "") choices.at(-1)?.push(literal(text));
    }
  }
  if (!hasComma) return [[literal(part.text)]];
  const empty: WordPart = { type: "SingleQuoted", text: "''", value: "", pos, end };
  return choices.flatMap((choice) => bracesOf(choice.length === 0 ? [empty] : choice));
}
