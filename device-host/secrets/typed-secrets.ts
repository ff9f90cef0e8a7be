import { DroverError } from "#shared/errors/drover-error.ts";
import type { ReadLine } from "../observe/text/read-lines.ts";
import { maskHierarchy } from "./mask-hierarchy.ts";
import { maskReadLines } from "./mask-read-lines.ts";
import { SecretMask } from "./secret-mask.ts";
import { type KeptFields, TypedFields } from "./typed-fields.ts";

/**
 * The secrets that may be on a device's screen, as long as the lease lasts and until it is proved clean: whatever leaves the host is masked by them
 * (docs/security.md rule 3). In memory alone, but for where they were typed.
 */
export class TypedSecrets {
  readonly #values = new Map<string, string>();
  readonly #listeners: (() => Promise<void>)[] = [];
  /** The fields that they were typed into. */
  readonly fields: TypedFields;
  #mask = new SecretMask(new Map());

  constructor(kept?: KeptFields) {
    this.fields = new TypedFields(kept);
  }

  get isEmpty(): boolean {
    return this.#values.size === 0 && this.fields.isEmpty;
  }

  /** Done before the first of them is known; then nothing of it can be in what a listener keeps. */
  beforeFirst(listener: () => Promise<void>): void {
    this.#listeners.push(listener);
  }

  /** Before it may be on a screen. */
  async add(name: string, value: string): Promise<void> {
    this.#values.set(name, value);
    this.#mask = new SecretMask(this.#values);
    await Promise.all(this.#listeners.splice(0).map((listener) => listener()));
  }

  /** The device was proved clean. */
  forget(): void {
    this.#values.clear();
    this.#mask = new SecretMask(this.#values);
    this.fields.forget();
  }

  text(text: string): string {
    return this.isEmpty ? text : this.#mask.text(text);
  }

  /** Only where a value stands whole: for names that a run of five characters may be in by chance. */
  name(name: string): string {
    return this.isEmpty ? name : this.#mask.whole(name);
  }

  xml(xml: string): string {
    return this.isEmpty ? xml : maskHierarchy(xml, this.#mask, this.fields);
  }

  command(line: string): string {
    return this.isEmpty ? line : this.#mask.command(line);
  }

  /** Lines that were read out of a picture. */
  readLines(lines: readonly ReadLine[]): readonly ReadLine[] {
    return this.isEmpty ? lines : maskReadLines(lines, this.#mask, this.#values);
  }

  /** An error that was raised while one of them was in use. */
  error(error: DroverError): DroverError {
    if (this.isEmpty) return error;
    const { code, message, advice, details } = error;
    // Not its cause: that may be anything.
    const told: Readonly<Record<string, unknown>> = JSON.parse(
      JSON.stringify(details),
      (_, field: unknown) => (typeof field === "string" ? this.text(field) : field),
    );
    return new DroverError(code, this.text(message), { advice: [...advice], details: told });
  }
}
