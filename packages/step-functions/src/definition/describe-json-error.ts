/** What is wrong with a text that is not JSON, in the words of the parser behind the service (Jackson 2). */
export interface JsonError {
  readonly message: string;
  /** The text and the place in it; absent where only JavaScript's own parser knows what is wrong. */
  readonly location?: string;
}

const VALUES = "(JSON String, Number, Array, Object or token 'null', 'true' or 'false')";
const SHOWN_CHARS = 500;
const ESCAPED_OR_CLOSED = /(?:[^"\\]|\\.)*"/sy;
const TOKEN = /[\p{L}\p{N}_$]*/uy;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

class Broken extends Error {
  readonly end: number;

  constructor(message: string, end: number) {
    super(message);
    this.end = end;
  }
}

/** Reads JSON only as far as it takes to say what is wrong with it. */
class Scanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(): void {
    const char = this.#next(`was expecting ${VALUES}`);
    if (char === "{") this.#list("Object", "}", () => this.#member());
    else if (char === "[") this.#list("Array", "]", () => this.value());
    else if (char === '"') this.#string();
    else if (!this.#matches(NUMBER)) this.#word(char);
  }

  #member(): void {
    const char = this.#next("expected close marker for Object");
    if (char !== '"') this.#unexpected("was expecting double-quote to start field name");
    this.#string();
    if (this.#next("was expecting a colon to separate field name and value") !== ":") {
      this.#unexpected("was expecting a colon to separate field name and value");
    }
    this.#at += 1;
    this.value();
  }

  #list(kind: string, close: string, entry: () => void): void {
    this.#at += 1;
    if (this.#next(`expected close marker for ${kind}`) === close) {
      this.#at += 1;
      return;
    }
    for (;;) {
      entry();
      const char = this.#next(`expected close marker for ${kind}`);
      if (char !== close && char !== ",") this.#unexpected(`was expecting comma to separate ${kind} entries`);
      this.#at += 1;
      if (char === close) return;
    }
  }

  #string(): void {
    this.#at += 1;
    if (this.#matches(ESCAPED_OR_CLOSED)) return;
    throw new Broken(
      "Unexpected end-of-input: was expecting closing quote for a string value",
      this.#text.length,
    );
  }

  #word(char: string): void {
    const start = this.#at;
    this.#matches(TOKEN);
    const word = this.#text.slice(start, this.#at);
    if (word === "") this.#unexpected(`expected a valid value ${VALUES}`, char);
    if (word === "true" || word === "false" || word === "null") return;
    throw new Broken(`Unrecognized token '${word}': was expecting ${VALUES}`, this.#at);
  }

  #matches(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found === null) return false;
    this.#at = pattern.lastIndex;
    return true;
  }

  /** The next character that is no white space, not yet taken. */
  #next(expectation: string): string {
    while (/[ \t\r\n]/.test(this.#text[this.#at] ?? "")) this.#at += 1;
    const char = this.#text[this.#at];
    if (char === undefined) throw new Broken(`Unexpected end-of-input: ${expectation}`, this.#at);
    return char;
  }

  #unexpected(expectation: string, char = this.#text[this.#at] ?? ""): never {
    throw new Broken(
      `Unexpected character ('${char}' (code ${char.codePointAt(0)})): ${expectation}`,
      this.#at + 1,
    );
  }
}

function locationOf(text: string, end: number): string {
  const before = text.slice(0, end).split("\n");
  const rest = text.length - SHOWN_CHARS;
  const shown = `"${text.slice(0, SHOWN_CHARS)}"${rest > 0 ? `[truncated ${rest} chars]` : ""}`;
  return `[Source: (String)${shown}; line: ${before.length}, column: ${(before.at(-1) ?? "").length + 1}]`;
}

/** `error` is what `JSON.parse` threw for `text`; it speaks where the two parsers disagree on what JSON is. */
export function describeJsonError(text: string, error: unknown): JsonError {
  try {
    new Scanner(text).value();
  } catch (found) {
    if (found instanceof Broken) return { message: found.message, location: locationOf(text, found.end) };
  }
  return { message: error instanceof Error ? error.message : String(error) };
}
