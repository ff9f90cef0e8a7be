/** A piece of an expression, and where it stands. `word` is a name as it is or a keyword. */
export interface Token {
  readonly kind: "word" | "name" | "value" | "index" | "symbol" | "end";
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** What an expression says is wrong; the caller says in which of the request's expressions. */
export class ExpressionError extends Error {}

const scanner =
  /\s*(?:(?<word>[A-Za-z_][A-Za-z0-9_]*)|(?<name>#[A-Za-z0-9_]+)|(?<value>:[A-Za-z0-9_]+)|(?<index>\[\s*\d{1,9}\s*\])|(?<symbol><>|<=|>=|[=<>(),.+-]))/y;

/** Programs ask with few expressions again and again: what is in them are placeholders. */
const known = new Map<string, readonly Token[]>();
const rememberedExpressions = 500;

export function tokenize(text: string): readonly Token[] {
  let tokens = known.get(text);
  if (tokens !== undefined) return tokens;
  tokens = scan(text);
  if (known.size >= rememberedExpressions) known.clear();
  known.set(text, tokens);
  return tokens;
}

function scan(text: string): readonly Token[] {
  const tokens: Token[] = [];
  scanner.lastIndex = 0;
  for (;;) {
    const at = scanner.lastIndex;
    const match = scanner.exec(text);
    if (!match?.groups) {
      const rest = text.slice(at).search(/\S/);
      if (rest >= 0) throw strayCharacter(text, at + rest, tokens.at(-1));
      tokens.push({ kind: "end", text: "<EOF>", start: text.length, end: text.length });
      return tokens;
    }
    const kind = (["word", "name", "value", "index", "symbol"] as const).find((one) => match.groups?.[one]);
    const content = kind === undefined ? undefined : match.groups[kind];
    if (kind === undefined || content === undefined) throw new TypeError("A token has no kind.");
    const end = scanner.lastIndex;
    tokens.push({ kind, text: content, start: end - content.length, end });
  }
}

function strayCharacter(text: string, at: number, before: Token | undefined): ExpressionError {
  const near = text.slice(before?.start ?? at, at + 3);
  return new ExpressionError(`Syntax error; token: "${text.charAt(at)}", near: "${near}"`);
}
