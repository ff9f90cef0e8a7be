import { ExpressionError, type Token, tokenize } from "./tokens.ts";

const longestBytes = 4096;
const deepest = 300;

export type TokenReader = ReturnType<typeof createTokenReader>;

/** Walks over the tokens of an expression. */
export function createTokenReader(text: string) {
  if (text.trim() === "") throw new ExpressionError("The expression can not be empty;");
  const bytes = Buffer.byteLength(text);
  if (bytes > longestBytes)
    throw new ExpressionError(
      `Expression size has exceeded the maximum allowed size; expression size: ${bytes}`,
    );
  const tokens = tokenize(text);
  let at = 0;
  let depth = 0;

  const peek = (ahead = 0): Token => {
    const token = tokens[Math.min(at + ahead, tokens.length - 1)];
    if (token === undefined) throw new TypeError("An expression has no tokens.");
    return token;
  };
  const unexpected = (token = peek()): ExpressionError => {
    const before = tokens[at - 1] ?? token;
    const after = tokens[at + 1] ?? token;
    return new ExpressionError(
      `Syntax error; token: "${token.text}", near: "${text.slice(before.start, after.end)}"`,
    );
  };
  const next = (): Token => {
    const token = peek();
    at += 1;
    return token;
  };
  const atKeyword = (word: string): boolean => peek().kind === "word" && peek().text.toUpperCase() === word;
  const atSymbol = (symbol: string): boolean => peek().kind === "symbol" && peek().text === symbol;

  return {
    peek,
    next,
    unexpected,
    atKeyword,
    atSymbol,
    /** True, and past it, when this comes next. */
    takeKeyword(word: string): boolean {
      if (!atKeyword(word)) return false;
      at += 1;
      return true;
    },
    takeSymbol(symbol: string): boolean {
      if (!atSymbol(symbol)) return false;
      at += 1;
      return true;
    },
    expectSymbol(symbol: string): void {
      if (!atSymbol(symbol)) throw unexpected();
      at += 1;
    },
    expectKeyword(word: string): void {
      if (!atKeyword(word)) throw unexpected();
      at += 1;
    },
    /** One level further in: what is nested deeper than the stack bears is refused. */
    deeper<Result>(read: () => Result): Result {
      depth += 1;
      if (depth > deepest) throw new ExpressionError("The expression is nested too deeply;");
      const result = read();
      depth -= 1;
      return result;
    },
    expectEnd(): void {
      if (peek().kind !== "end") throw unexpected();
    },
  };
}
