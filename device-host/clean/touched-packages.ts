import type { CommandJournal } from "../delivery/command-journal.ts";

/** Apps that a holder was seen in or opened since the device was last clean. On disk, because a crash must not hide them. */
export class TouchedPackages implements Iterable<string> {
  readonly #journal: CommandJournal;
  readonly #note: string;
  readonly #names: Set<string>;

  constructor(journal: CommandJournal, deviceId: string) {
    this.#journal = journal;
    this.#note = `${deviceId}#touched`;
    this.#names = new Set(
      journal
        .note(this.#note)
        ?.split(" ")
        .filter((name) => name !== ""),
    );
  }

  add(packageName: string): void {
    if (this.#names.has(packageName)) return;
    this.#names.add(packageName);
    this.#save();
  }

  addAll(packageNames: readonly string[]): void {
    for (const name of packageNames) this.#names.add(name);
    this.#save();
  }

  clear(): void {
    if (this.#names.size === 0) return;
    this.#names.clear();
    this.#save();
  }

  [Symbol.iterator](): Iterator<string> {
    return this.#names[Symbol.iterator]();
  }

  #save(): void {
    this.#journal.setNote(this.#note, [...this.#names].join(" "));
  }
}
