import type { JsonValue } from "../expression/json-value.ts";

/**
 * A JSON value that is kept as text, as a parsed value, or both, and turned into the other form only when
 * somebody asks. A state that passes its input on costs no parsing, and a parked execution keeps only text.
 */
export class Payload {
  #json: string | undefined;
  #value: JsonValue | undefined;

  private constructor(json: string | undefined, value: JsonValue | undefined) {
    this.#json = json;
    this.#value = value;
  }

  /** @throws SyntaxError later, on first use of `value`, when the text is not JSON. */
  static ofJson(json: string): Payload {
    return new Payload(json, undefined);
  }

  static ofValue(value: JsonValue): Payload {
    return new Payload(undefined, value);
  }

  get json(): string {
    this.#json ??= JSON.stringify(this.#value);
    return this.#json;
  }

  get value(): JsonValue {
    this.#value ??= JSON.parse(this.#json ?? "null");
    return this.#value ?? null;
  }

  /** Gives up the parsed form until it is asked for again. */
  pack(): void {
    this.#json ??= JSON.stringify(this.#value);
    this.#value = undefined;
  }

  exceeds(limitBytes: number): boolean {
    return exceedsBytes(this.json, limitBytes);
  }
}

/** UTF-8 length against a limit, without measuring text that cannot reach it (3 bytes a UTF-16 unit at most). */
export function exceedsBytes(text: string, limitBytes: number): boolean {
  if (text.length * 3 <= limitBytes) return false;
  return Buffer.byteLength(text) > limitBytes;
}
