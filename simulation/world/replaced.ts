import { syncBuiltinESMExports } from "node:module";

type Holder = object;

/** Members of objects of Node's that are replaced for a while. */
export class Replacements {
  readonly #undo: (() => void)[] = [];

  /** Puts `value` in the place of a member. */
  put(holder: Holder, name: string | symbol, value: unknown): void {
    this.#define(holder, name, { value, writable: true });
  }

  putGetter(holder: Holder, name: string | symbol, get: (this: never) => unknown): void {
    this.#define(holder, name, { get });
  }

  #define(holder: Holder, name: string | symbol, member: PropertyDescriptor): void {
    const before = Object.getOwnPropertyDescriptor(holder, name);
    Object.defineProperty(holder, name, {
      ...member,
      configurable: true,
      enumerable: before?.enumerable ?? true,
    });
    this.#undo.push(() => {
      if (before === undefined) Reflect.deleteProperty(holder, name);
      else Object.defineProperty(holder, name, before);
    });
  }

  /** Modules that were imported by name see the new members from here on. */
  publish(): void {
    syncBuiltinESMExports();
  }

  restore(): void {
    for (const undo of this.#undo.reverse()) undo();
    this.#undo.length = 0;
    syncBuiltinESMExports();
  }
}
