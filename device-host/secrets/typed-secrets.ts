import { secretReference } from "#shared/contracts/secret.ts";
import { maskReadLines } from "#shared/domain/mask-read-lines.ts";
import type { ReadLine } from "#shared/domain/read-lines.ts";
import { maskSecrets, maskSecretsInCommand, maskSecretsInXml } from "#shared/domain/secret-mask.ts";
import { DroverError } from "#shared/errors/drover-error.ts";

/**
 * The secrets that may be on a device's screen, as long as the lease lasts: whatever leaves the host is masked by them
 * (docs/security.md rule 3). In memory alone.
 */
export class TypedSecrets {
  readonly #values = new Map<string, string>();
  readonly #listeners: (() => Promise<void>)[] = [];

  get isEmpty(): boolean {
    return this.#values.size === 0;
  }

  /** Done before the first of them is known; then nothing of it can be in what a listener keeps. */
  beforeFirst(listener: () => Promise<void>): void {
    this.#listeners.push(listener);
  }

  /** Before it may be on a screen. */
  async add(name: string, value: string): Promise<void> {
    this.#values.set(name, value);
    await Promise.all(this.#listeners.splice(0).map((listener) => listener()));
  }

  text(text: string): string {
    return this.isEmpty ? text : maskSecrets(text, this.#values, secretReference);
  }

  xml(xml: string): string {
    return this.isEmpty ? xml : maskSecretsInXml(xml, this.#values, secretReference);
  }

  command(line: string): string {
    return this.isEmpty ? line : maskSecretsInCommand(line, this.#values, secretReference);
  }

  /** Lines that were read out of a picture. */
  readLines(lines: readonly ReadLine[]): readonly ReadLine[] {
    return this.isEmpty ? lines : maskReadLines(lines, this.#values, secretReference);
  }

  /** An error that was made while one of them was at hand. */
  error(error: DroverError): DroverError {
    if (this.isEmpty) return error;
    const { code, message, advice, details } = error;
    const safe = JSON.parse(this.text(JSON.stringify(details)));
    // Not its cause: that may be anything.
    return new DroverError(code, this.text(message), { advice: [...advice], details: safe });
  }
}
