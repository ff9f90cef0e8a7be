/** More than this would let a pattern take very long. */
const longestPattern = 2_000;

const characterClasses: Readonly<Record<string, string>> = {
  alpha: "A-Za-z",
  digit: "0-9",
  alnum: "A-Za-z0-9",
  upper: "A-Z",
  lower: "a-z",
  space: "\\s",
  blank: " \\t",
  punct: "!-\\/:-@\\[-`{-~",
  xdigit: "0-9A-Fa-f",
  print: " -~",
  graph: "!-~",
  cntrl: "\\x00-\\x1f\\x7f",
};

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
const escapeInSet = (text: string): string => text.replace(/[\]\\^-]/g, "\\$&").replace(/\[/g, "\\[");

/** Text that a pattern takes as it is. */
export const escapePattern = (text: string): string => text.replace(/[*?[\]\\@!+(|)-]/g, "\\$&");

/** A shell pattern (`*`, `?`, `[…]`, `@(a|b)` and its kin) as a regular expression of the whole text. */
export const patternMatcher = (pattern: string): RegExp =>
  new RegExp(`^(?:${patternSource(pattern)})$`, "su");

/** The same without its anchors. @throws Error when the pattern is too long */
export function patternSource(pattern: string, shortest = false): string {
  if (pattern.length > longestPattern) throw new Error("pattern too long");
  return new PatternReader(pattern, shortest).alternatives("");
}

class PatternReader {
  readonly #pattern: string;
  readonly #star: string;
  #at = 0;

  constructor(pattern: string, shortest: boolean) {
    this.#pattern = pattern;
    this.#star = shortest ? "[^]*?" : "[^]*";
  }

  alternatives(end: string): string {
    let source = "";
    while (this.#at < this.#pattern.length) {
      const character = this.#next();
      if (end !== "" && character === end) return source;
      source += end !== "" && character === "|" ? "|" : this.#piece(character);
    }
    return source;
  }

  #next(): string {
    const character = String.fromCodePoint(this.#pattern.codePointAt(this.#at) ?? 0);
    this.#at += character.length;
    return character;
  }

  #piece(character: string): string {
    if ("?*+@!".includes(character) && this.#pattern[this.#at] === "(" && this.#isClosed()) {
      this.#at += 1;
      return group(character, this.alternatives(")"));
    }
    if (character === "*") {
      while (this.#pattern[this.#at] === "*") this.#at += 1;
      return this.#star;
    }
    if (character === "?") return "[^]";
    if (character === "[") return this.#bracket();
    if (character !== "\\") return escapeRegExp(character);
    return this.#at < this.#pattern.length ? escapeRegExp(this.#next()) : "\\\\";
  }

  /** A list without its parenthesis is plain text. */
  #isClosed(): boolean {
    return this.#pattern.indexOf(")", this.#at) > 0;
  }

  #bracket(): string {
    const match = /^([!^]?)((?:\]|\\[\s\S])?(?:\[:\w+:\]|\\[\s\S]|[^\]\\])*)\]/.exec(
      this.#pattern.slice(this.#at),
    );
    if (match === null) return "\\[";
    this.#at += match[0].length;
    const set = (match[2] ?? "").replace(
      /\[:(\w+):\]|\\([\s\S])|[\]\\[^]/g,
      (whole, name?: string, escaped?: string) =>
        name === undefined ? escapeInSet(escaped ?? whole) : (characterClasses[name] ?? escapeInSet(whole)),
    );
    return set === "" ? "\\[\\]" : `[${match[1] ? "^" : ""}${set}]`;
  }
}

function group(kind: string, alternatives: string): string {
  if (kind === "!") return `(?:(?!(?:${alternatives})$)[^]*)`;
  return `(?:${alternatives})${kind === "@" ? "" : kind}`;
}
