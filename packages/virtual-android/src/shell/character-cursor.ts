/** A place in a command line. Words and commands are read by two parsers that share it. */
export class CharacterCursor {
  readonly text: string;
  position = 0;

  constructor(text: string) {
    this.text = text;
  }

  get atEnd(): boolean {
    return this.position >= this.text.length;
  }

  /** The character here, or "" at the end. */
  get current(): string {
    return this.text[this.position] ?? "";
  }

  /** Is `expected` here? */
  sees(expected: string): boolean {
    return this.text.startsWith(expected, this.position);
  }

  /** Steps over `expected` if it is here. */
  take(expected: string): boolean {
    if (!this.sees(expected)) return false;
    this.position += expected.length;
    return true;
  }

  /** The character here, stepped over; "" at the end. */
  next(): string {
    const character = this.current;
    if (character !== "") this.position += 1;
    return character;
  }

  /** The text that a sticky pattern matches here, stepped over, or "". */
  match(pattern: RegExp): string {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.text)?.[0] ?? "";
    this.position += found.length;
    return found;
  }
}
