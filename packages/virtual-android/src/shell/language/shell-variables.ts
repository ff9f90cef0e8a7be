import { expandArithmeticText } from "./arithmetic.ts";
import { ShellFailure } from "./control-flow.ts";

/** More than a shell on a phone would hold in its variables. */
const largestValue = 8 * 1024 * 1024;

/** The variables of one shell, with what is exported, read-only, or local to a function. */
export class ShellVariables {
  readonly #values: Map<string, string>;
  readonly #exported: Set<string>;
  readonly #readOnly: Set<string>;
  /** What names had outside, one map for each function that runs. */
  readonly #frames: Map<string, string | undefined>[] = [];

  /** `typeset -i`: what is assigned is arithmetic. */
  readonly #integers: Set<string>;
  /** From when `SECONDS` counts; null: somebody unset it, and it is a variable like others. */
  #secondsFrom: number | null = performance.now();

  #optionCharacter = 0;

  constructor(
    values: Iterable<readonly [string, string]>,
    exported: Iterable<string>,
    readOnly: Iterable<string> = [],
    integers: Iterable<string> = [],
  ) {
    this.#values = new Map(values);
    this.#exported = new Set(exported);
    this.#readOnly = new Set(readOnly);
    this.#integers = new Set(integers);
  }

  get(name: string): string | undefined {
    if (name === "RANDOM") return String(Math.floor(Math.random() * 32_768));
    if (name === "SECONDS" && this.#secondsFrom !== null)
      return String(Math.floor((performance.now() - this.#secondsFrom) / 1000));
    return this.#values.get(name);
  }

  set(name: string, given: string): void {
    this.#mustBeWritable(name);
    const value = this.#integers.has(name) ? expandArithmeticText(given, this) : given;
    if (value.length > largestValue) throw new ShellFailure(`${name}: value too long`);
    if (name === "SECONDS" && this.#secondsFrom !== null)
      this.#secondsFrom = performance.now() - Number(expandArithmeticText(value, this)) * 1000;
    this.#values.set(name, value);
    if (name === "OPTIND") this.#optionCharacter = 0;
  }

  /** Which letter of the word before OPTIND `getopts` reads next; 0: that word has been read. */
  get optionCharacter(): number {
    return this.#optionCharacter;
  }

  setOptionPlace(index: number, character: number): void {
    this.set("OPTIND", String(index));
    this.#optionCharacter = character;
  }

  delete(name: string): void {
    this.#mustBeWritable(name);
    this.#values.delete(name);
    this.#exported.delete(name);
    this.#integers.delete(name);
    if (name === "SECONDS") this.#secondsFrom = null;
  }

  /** `typeset -i`. */
  makeInteger(name: string): void {
    this.#integers.add(name);
    const value = this.#values.get(name);
    if (value !== undefined) this.set(name, value);
  }

  names(): readonly string[] {
    return [...this.#values.keys()].sort();
  }

  export(name: string): void {
    this.#exported.add(name);
  }

  makeReadOnly(name: string): void {
    this.#readOnly.add(name);
  }

  exportedEntries(): readonly (readonly [string, string])[] {
    return [...this.#values].filter(([name]) => this.#exported.has(name));
  }

  readOnlyNames(): readonly string[] {
    return [...this.#readOnly].sort();
  }

  /** For a subshell: all of it. */
  copy(): ShellVariables {
    const copy = new ShellVariables(this.#values, this.#exported, this.#readOnly, this.#integers);
    copy.#optionCharacter = this.#optionCharacter;
    copy.#secondsFrom = this.#secondsFrom;
    return copy;
  }

  /** For a program: what is exported. */
  forProgram(): ShellVariables {
    const entries = this.exportedEntries();
    return new ShellVariables(
      entries,
      entries.map(([name]) => name),
    );
  }

  enterFunction(): void {
    this.#frames.push(new Map());
  }

  leaveFunction(): void {
    for (const [name, value] of this.#frames.pop() ?? []) {
      if (value === undefined) this.#values.delete(name);
      else this.#values.set(name, value);
    }
  }

  /** Outside of a function it is a plain variable, as in mksh. */
  makeLocal(name: string): void {
    const frame = this.#frames.at(-1);
    if (frame === undefined || frame.has(name)) return;
    this.#mustBeWritable(name);
    frame.set(name, this.#values.get(name));
    this.#values.delete(name);
  }

  /** `A=1 command`: returns how to undo it. */
  assignFor(values: readonly (readonly [string, string])[]): () => void {
    const before = values.map(([name]) => [name, this.#values.get(name), this.#exported.has(name)] as const);
    for (const [name, value] of values) {
      this.set(name, value);
      this.#exported.add(name);
    }
    return () => {
      for (const [name, value, wasExported] of before) {
        if (value === undefined) this.#values.delete(name);
        else this.#values.set(name, value);
        if (!wasExported) this.#exported.delete(name);
      }
    };
  }

  #mustBeWritable(name: string): void {
    if (this.#readOnly.has(name)) throw new ShellFailure(`read-only: ${name}`, 2);
  }
}
