import { WebDriverError } from "./web-driver-error.ts";

/** `new Class(args).method(args)…` as UI Automator tests write it in Java. */
export interface JavaObject {
  readonly className: string;
  readonly args: readonly JavaValue[];
  readonly calls: readonly { readonly method: string; readonly args: readonly JavaValue[] }[];
}
export type JavaValue = string | number | boolean | JavaObject;

const mostLength = 10_000;
const mostDepth = 20;

/** @throws WebDriverError */
export function parseUiSelector(text: string): JavaObject {
  const refused = (): WebDriverError =>
    new WebDriverError("invalid selector", `Could not parse expression \`${text.slice(0, 500)}\``);
  if (text.length > mostLength) throw refused();
  const parser = new Parser(text, refused);
  const object = parser.object(0);
  parser.end();
  return object;
}

class Parser {
  #at = 0;
  readonly #text: string;
  readonly #refused: () => WebDriverError;

  constructor(text: string, refused: () => WebDriverError) {
    this.#text = text;
    this.#refused = refused;
  }

  object(depth: number): JavaObject {
    if (depth > mostDepth) throw this.#refused();
    this.#take(/new\s+/y);
    const className = this.#take(/(?:[\w.]+\.)?(UiSelector|UiScrollable|UiCollection|UiObject)/y)[1] ?? "";
    const args = this.#arguments(depth);
    const calls: { method: string; args: readonly JavaValue[] }[] = [];
    while (this.#skip(/\./y)) {
      const method = this.#take(/\w+/y)[0];
      calls.push({ method, args: this.#arguments(depth) });
    }
    return { className, args, calls };
  }

  end(): void {
    this.#skip(/;/y);
    this.#skip(/\s*/y);
    if (this.#at < this.#text.length) throw this.#refused();
  }

  #arguments(depth: number): readonly JavaValue[] {
    this.#take(/\(/y);
    const args: JavaValue[] = [];
    while (!this.#skip(/\)/y)) {
      if (args.length > 0) this.#take(/,/y);
      args.push(this.#value(depth));
    }
    return args;
  }

  #value(depth: number): JavaValue {
    const string = this.#match(/"((?:[^"\\]|\\.)*)"/y);
    if (string !== null) return unescaped(string[1] ?? "");
    const number = this.#match(/-?\d+(?:\.\d+)?/y);
    if (number !== null) return Number(number[0]);
    const boolean = this.#match(/true\b|false\b/y);
    if (boolean !== null) return boolean[0] === "true";
    const type = this.#match(/([\w.]+)\.class\b/y);
    if (type !== null) return type[1] ?? "";
    return this.object(depth + 1);
  }

  #take(pattern: RegExp): RegExpExecArray {
    const found = this.#match(pattern);
    if (found === null) throw this.#refused();
    return found;
  }

  #skip(pattern: RegExp): boolean {
    return this.#match(pattern) !== null;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    const blanks = /\s*/y;
    blanks.lastIndex = this.#at;
    blanks.exec(this.#text);
    pattern.lastIndex = Math.max(this.#at, blanks.lastIndex);
    const found = pattern.exec(this.#text);
    if (found !== null) this.#at = pattern.lastIndex;
    return found;
  }
}

const controls: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };

const unescaped = (text: string): string =>
  text.replaceAll(/\\(u([0-9a-fA-F]{4})|.)/g, (_, character: string, code?: string) =>
    code === undefined ? (controls[character] ?? character) : String.fromCharCode(Number.parseInt(code, 16)),
  );
