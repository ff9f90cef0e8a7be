import * as fs from "node:fs";
import { createRequire } from "node:module";
import type { DatabaseSync } from "node:sqlite";
import type { Replacements } from "./replaced.ts";
import { currentProcess } from "./simulated-process.ts";

const require = createRequire(import.meta.url);

type Call = (...given: unknown[]) => unknown;

/** What `open` of node:fs/promises gives, as far as the farm uses it. */
class OpenFile implements AsyncDisposable {
  readonly fd: number;

  constructor(fd: number) {
    this.fd = fd;
  }

  async read(
    buffer: Buffer,
    offset = 0,
    length = buffer.byteLength - offset,
    position: number | null = null,
  ) {
    return { bytesRead: fs.readSync(this.fd, buffer, offset, length, position), buffer };
  }
  async write(
    buffer: Buffer,
    offset = 0,
    length = buffer.byteLength - offset,
    position: number | null = null,
  ) {
    return { bytesWritten: fs.writeSync(this.fd, buffer, offset, length, position), buffer };
  }
  async stat() {
    return fs.fstatSync(this.fd);
  }
  async truncate(length?: number) {
    fs.ftruncateSync(this.fd, length);
  }
  async sync() {}
  async close() {
    fs.closeSync(this.fd);
  }
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

/**
 * Files stay files, but whoever asks for one has it at once: which of two reads ends first would be the machine's choice. The databases
 * of a process close with it.
 */
export function replaceDisk(into: Replacements): void {
  const promised = require("node:fs/promises") as Record<string, unknown>;
  const direct = require("node:fs") as Record<string, unknown>;
  for (const name of Object.keys(promised)) {
    const sync = direct[`${name}Sync`];
    if (typeof sync !== "function") continue;
    into.put(promised, name, async (...given: unknown[]) => (sync as Call)(...given));
  }
  into.put(
    promised,
    "open",
    async (file: string, flags?: string, mode?: number) =>
      new OpenFile(fs.openSync(file, flags ?? "r", mode)),
  );
  const sqlite = require("node:sqlite") as { DatabaseSync: typeof DatabaseSync };
  const Database = sqlite.DatabaseSync;
  class ProcessDatabase extends Database {
    constructor(...given: ConstructorParameters<typeof DatabaseSync>) {
      super(...given);
      currentProcess()?.atDeath(() => {
        if (this.isOpen) this.close();
      });
    }
  }
  into.put(sqlite, "DatabaseSync", ProcessDatabase);
}
