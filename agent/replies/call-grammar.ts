import { DroverError } from "#shared/errors/drover-error.ts";

export type CallValue = string | number | boolean | null | readonly CallValue[];

/** What looks like a call of a Python function by keywords: `click(start_box='(100,200)')`. */
export interface Call {
  readonly name: string;
  readonly parameters: Readonly<Record<string, CallValue>>;
}

const deepestList = 4;
const longestList = 64;
const longestShown = 60;

/** Every pattern is sticky and bounded: no input is read more than a few times over. */
const patterns = {
  space: /\s{0,1024}/y,
  name: /[A-Za-z_][A-Za-z0-9_]{0,63}/y,
  number: /[+-]?\d{1,17}(?:\.\d{1,17})?(?![\w.])/y,
  point: /<(point|bbox)>[^<>]{0,80}<\/\1>|<\|box_start\|>[^<>]{0,80}<\|box_end\|>/y,
  /** A quote is the string's end where the call continues after it or ends the line. Models forget to escape the others. */
  endsArgument: /[ \t]{0,16}(?:$|,\s{0,16}[A-Za-z_]\w{0,31}\s{0,8}=|\)[ \t]{0,16}(?:$|[\r\n<[#]))/y,
  endsItem: /\s{0,16}(?:$|[\],)])/y,
} as const;

const constants: Readonly<Record<string, CallValue>> = {
  True: true,
  true: true,
  False: false,
  false: false,
  None: null,
  null: null,
};

const escapes: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  "\\": "\\",
  "'": "'",
  '"': '"',
};

class Reader {
  private at = 0;
  private readonly text: string;
  private readonly forgiving: boolean;

  constructor(text: string, forgiving: boolean) {
    this.text = text;
    this.forgiving = forgiving;
  }

  get rest(): string {
    return this.text.slice(this.at);
  }

  call(): Call {
    this.skipSpace();
    const name = this.match("name") ?? this.fail("a call such as click(…)");
    this.skipSpace();
    this.expect("(");
    const parameters: [string, CallValue][] = [];
    for (this.skipSpace(); !this.take(")"); this.skipSpace()) {
      // The last bracket is often the one that is missing.
      if (this.atEnd() && parameters.length > 0) break;
      if (parameters.length > 0) this.expect(",");
      parameters.push(this.parameter());
    }
    return { name, parameters: Object.fromEntries(parameters) };
  }

  private parameter(): [string, CallValue] {
    this.skipSpace();
    const key = this.match("name") ?? this.fail("a parameter's name");
    this.skipSpace();
    this.expect("=");
    return [key, this.value(0)];
  }

  private value(depth: number): CallValue {
    this.skipSpace();
    const quote = this.take("'") ?? this.take('"');
    if (quote !== undefined) return this.string(quote, depth > 0 ? "endsItem" : "endsArgument");
    if (this.take("[") !== undefined) return this.list("]", depth + 1);
    if (this.take("(") !== undefined) return this.list(")", depth + 1);
    const number = this.match("number");
    if (number !== undefined) return Number(number);
    const point = this.match("point");
    if (point !== undefined) return point;
    const word = this.match("name") ?? this.fail("a value");
    return Object.hasOwn(constants, word) ? (constants[word] ?? null) : word;
  }

  private list(closing: string, depth: number): readonly CallValue[] {
    if (depth > deepestList) this.fail("fewer brackets");
    const items: CallValue[] = [];
    for (this.skipSpace(); this.take(closing) === undefined; this.skipSpace()) {
      if (items.length === longestList) this.fail("a shorter list");
      if (items.length > 0) this.expect(",");
      items.push(this.value(depth));
    }
    return items;
  }

  private string(quote: string, end: "endsArgument" | "endsItem"): string {
    const parts: string[] = [];
    let from = this.at;
    for (; !this.atEnd(); this.at += 1) {
      const character = this.text[this.at];
      if (character === "\\") {
        parts.push(this.text.slice(from, this.at));
        this.at += 1;
        const escaped = this.text[this.at] ?? "";
        parts.push(escapes[escaped] ?? `\\${escaped}`);
        from = this.at + 1;
      } else if (character === quote && (!this.forgiving || this.looksAt(end, this.at + 1))) {
        parts.push(this.text.slice(from, this.at));
        this.at += 1;
        return parts.join("");
      }
    }
    return this.fail(`a closing ${quote}`);
  }

  private atEnd(): boolean {
    return this.at >= this.text.length;
  }

  private skipSpace(): void {
    while ((this.match("space") ?? "") !== "");
  }

  private take(character: string): string | undefined {
    if (this.text[this.at] !== character) return undefined;
    this.at += 1;
    return character;
  }

  private expect(character: string): void {
    if (this.take(character) === undefined) this.fail(`'${character}'`);
  }

  private looksAt(name: keyof typeof patterns, at: number): string | undefined {
    const pattern = patterns[name];
    pattern.lastIndex = at;
    return pattern.exec(this.text)?.[0];
  }

  private match(name: keyof typeof patterns): string | undefined {
    const found = this.looksAt(name, this.at);
    this.at += found?.length ?? 0;
    return found;
  }

  private fail(wanted: string): never {
    const seen = this.text.slice(this.at, this.at + longestShown).toWellFormed();
    throw new DroverError(
      "ValidationError",
      `The action cannot be read at character ${this.at + 1}: it should be ${wanted}, but is ${
        seen === "" ? "at its end" : `'${seen}'`
      }.`,
      { details: { field: "action", value: this.text.slice(0, 200).toWellFormed() } },
    );
  }
}

function attempt(text: string, forgiving: boolean): { call: Call; rest: string } {
  const reader = new Reader(text, forgiving);
  const call = reader.call();
  return { call, rest: reader.rest };
}

/**
 * The call that a text begins with, and what comes after it. Takes what models write that Python would not: quotes that
 * are not escaped, line breaks in strings, a last bracket that is missing.
 * @throws ValidationError naming the place; nothing else, and in time linear to the text
 */
export function parseCall(text: string): { call: Call; rest: string } {
  try {
    return attempt(text, true);
  } catch (error) {
    if (!text.includes("'") && !text.includes('"')) throw error;
    return attempt(text, false);
  }
}
