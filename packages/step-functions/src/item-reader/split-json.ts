import { ItemReaderFailedError } from "./item-reader-failed-error.ts";

/** One element of the outermost list, or one `"key": value` of the outermost object, as JSON text. */
export interface JsonPart {
  readonly container: "array" | "object";
  readonly text: string;
}

export const nonIterable = "Attempting to map over non-iterable node.";

function broken(why: string): ItemReaderFailedError {
  return new ItemReaderFailedError(`The S3 object is not valid JSON: ${why}`);
}

/**
 * Cuts the text of one JSON list or object into its members without holding all of it. It finds member boundaries
 * only; that each member is valid JSON shows when it is parsed.
 */
export class JsonSplitter {
  #container: "array" | "object" | undefined;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #closed = false;
  #afterComma = false;
  #part = "";
  readonly #longestPart: number;

  constructor(longestPartCharacters: number) {
    this.#longestPart = longestPartCharacters;
  }

  /** Takes the next piece of text and returns the members that it completes. */
  push(chunk: string): readonly JsonPart[] {
    const parts: JsonPart[] = [];
    let start = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const cut = this.#step(chunk[at] ?? "");
      if (cut === "skip") start = at + 1;
      if (cut === "part") {
        this.#take(chunk.slice(start, at), parts);
        start = at + 1;
      }
    }
    this.#keep(chunk.slice(start));
    return parts;
  }

  /** Call once all text is pushed. */
  finish(): void {
    if (!this.#closed) throw broken(this.#container === undefined ? "it is empty" : "it ends too early");
  }

  #step(character: string): "skip" | "part" | "inside" {
    if (this.#inString) return this.#stepInString(character);
    const blank = character === " " || character === "\n" || character === "\r" || character === "\t";
    if (this.#container === undefined) return this.#open(character, blank);
    if (this.#closed) {
      if (!blank) throw broken("text follows its end");
      return "skip";
    }
    if (character === '"') this.#inString = true;
    if (character === "[" || character === "{") this.#depth += 1;
    if (character === "]" || character === "}") return this.#close(character);
    return character === "," && this.#depth === 1 ? "part" : "inside";
  }

  #stepInString(character: string): "inside" {
    if (this.#escaped) this.#escaped = false;
    else if (character === "\\") this.#escaped = true;
    else if (character === '"') this.#inString = false;
    return "inside";
  }

  #open(character: string, blank: boolean): "skip" {
    if (blank || character === "\uFEFF") return "skip";
    if (character !== "[" && character !== "{") throw new ItemReaderFailedError(nonIterable);
    this.#container = character === "[" ? "array" : "object";
    this.#depth = 1;
    return "skip";
  }

  #close(character: string): "part" | "inside" {
    this.#depth -= 1;
    if (this.#depth > 0) return "inside";
    if ((character === "]") !== (this.#container === "array"))
      throw broken(`'${character}' closes the wrong bracket`);
    this.#closed = true;
    return "part";
  }

  #keep(text: string): void {
    this.#part += text;
    if (this.#part.length > this.#longestPart) {
      throw new ItemReaderFailedError(`An item is longer than ${this.#longestPart} characters`);
    }
  }

  #take(text: string, parts: JsonPart[]): void {
    this.#keep(text);
    const member = this.#part.trim();
    this.#part = "";
    const last = this.#closed;
    if (member === "" && (!last || this.#afterComma)) throw broken("a member is empty");
    this.#afterComma = !last;
    if (member !== "") parts.push({ container: this.#container ?? "array", text: member });
  }
}
