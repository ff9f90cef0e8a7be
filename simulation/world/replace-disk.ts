import * as fs from "node:fs";
import { createRequire } from "node:module";
import type { DatabaseSync, StatementSync } from "node:sqlite";
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
 * of a process close with it. A process may have a full disk, and lose what it has not synced.
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
  for (const name of ["writeFile", "appendFile", "copyFile"]) {
    const write = promised[name] as Call;
    into.put(promised, name, async (...given: unknown[]) => {
      if (currentProcess()?.isDiskFull)
        throw Object.assign(new Error(`ENOSPC: no space left on device, ${name}`), { code: "ENOSPC" });
      return write(...given);
    });
  }
  replaceDatabases(into);
}

interface Sqlite {
  readonly DatabaseSync: typeof DatabaseSync;
  readonly StatementSync: { readonly prototype: StatementSync };
}

/** What a full disk does not let SQLite do. */
const writes = /^\s*(INSERT|UPDATE|REPLACE|DELETE|CREATE|ALTER|COMMIT)/i;

function refuseWhenFull(sql: string): void {
  if (!currentProcess()?.isDiskFull || !writes.test(sql)) return;
  const error = { code: "ERR_SQLITE_ERROR", errcode: 13, errstr: "database or disk is full" };
  throw Object.assign(new Error("database or disk is full"), error);
}

/** A database's write-ahead log as it is on the disk itself: SQLite syncs a commit only with `synchronous = FULL`. */
class SyncedLog {
  readonly #file: string;
  readonly #isNeeded: boolean;
  #isFull = false;
  #synced: Buffer | null = null;

  constructor(file: string, isNeeded: boolean) {
    this.#file = file;
    this.#isNeeded = isNeeded;
    // What is there when it is opened has outlived whoever wrote it.
    if (isNeeded) this.#synced = this.#read();
  }

  executed(sql: string): void {
    const setting = /PRAGMA synchronous\s*=\s*(\w+)/i.exec(sql)?.[1];
    if (setting !== undefined) this.#isFull = setting.toUpperCase() === "FULL";
  }

  /** Something may have been committed. */
  wrote(): void {
    if (this.#isFull && this.#isNeeded) this.#synced = this.#read();
  }

  /** All that came after the last sync, or after the last checkpoint, is gone. */
  cutPower(database: DatabaseSync): void {
    const [kept, log] = [fs.readFileSync(this.#file), this.#read()];
    // Closing brings everything into the file.
    database.close();
    fs.writeFileSync(this.#file, kept);
    const isCurrent = log !== null && this.#synced?.subarray(0, 32).equals(log.subarray(0, 32));
    if (isCurrent && this.#synced !== null) fs.writeFileSync(`${this.#file}-wal`, this.#synced);
  }

  #read(): Buffer | null {
    const log = `${this.#file}-wal`;
    return fs.existsSync(log) ? fs.readFileSync(log) : null;
  }
}

function replaceDatabases(into: Replacements): void {
  const sqlite = require("node:sqlite") as Sqlite;
  const Database = sqlite.DatabaseSync;
  const logs = new WeakMap<StatementSync, SyncedLog>();
  class ProcessDatabase extends Database {
    readonly #log: SyncedLog;

    constructor(...given: ConstructorParameters<typeof DatabaseSync>) {
      super(...given);
      const [file] = given;
      this.#log = new SyncedLog(String(file), currentProcess()?.mayLosePower === true);
      currentProcess()?.atDeath((how) => {
        if (!this.isOpen) return;
        if (how === "power" && file !== ":memory:") this.#log.cutPower(this);
        else this.close();
      });
    }
    override exec(sql: string): void {
      refuseWhenFull(sql);
      super.exec(sql);
      this.#log.executed(sql);
    }
    override prepare(...given: Parameters<DatabaseSync["prepare"]>): StatementSync {
      const statement = super.prepare(...given);
      logs.set(statement, this.#log);
      return statement;
    }
  }
  into.put(sqlite, "DatabaseSync", ProcessDatabase);
  const { prototype } = sqlite.StatementSync;
  const { run } = prototype;
  into.put(prototype, "run", function (this: StatementSync, ...given: Parameters<typeof run>) {
    refuseWhenFull(this.sourceSQL);
    const done = Reflect.apply(run, this, given);
    logs.get(this)?.wrote();
    return done;
  });
}
