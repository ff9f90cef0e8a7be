import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";

/** What a file's tables are. */
export interface FileSchema {
  /** Statements that make what is not there yet. */
  readonly tables: string;
  /** Raised whenever the tables change: a file of another version is refused, never guessed at. */
  readonly version: number;
}

/** The file is open in another process. */
export class DatabaseBusy extends Error {}
/** The file was written by a version of this program whose tables are different. */
export class DatabaseVersionUnknown extends Error {}

const sqliteBusy = 5;
/** 2 MB: a few milliseconds of writing. */
const pagesAtOnce = 500;

export type Database = ReturnType<typeof openDatabase>;

/**
 * One SQLite file, one process. Write-ahead logging with synchronous=NORMAL: what was committed is with the operating system
 * before the answer leaves, so it survives the death of this process at any instant; only a power cut may take the newest
 * commits, and never tears one. FULL would wait for the disk at every write to guard against that.
 */
export function openDatabase(file: string, schema: FileSchema) {
  const database = new DatabaseSync(file);
  const statements = new Map<string, StatementSync>();
  const listeners: ((committed: boolean) => void)[] = [];
  const ended = (committed: boolean): void => {
    for (const listen of listeners) listen(committed);
  };
  try {
    prepareFile(database, schema);
  } catch (error) {
    database.close();
    const busy = error instanceof Error && "errcode" in error && error.errcode === sqliteBusy;
    throw busy ? new DatabaseBusy("The file is open in another process.", { cause: error }) : error;
  }

  const statement = (sql: string): StatementSync => {
    let prepared = statements.get(sql);
    if (prepared === undefined) {
      prepared = database.prepare(sql);
      statements.set(sql, prepared);
    }
    return prepared;
  };

  return {
    /** The row id of what was inserted last. */
    run: (sql: string, ...values: SQLInputValue[]): number =>
      Number(statement(sql).run(...values).lastInsertRowid),
    get: <Row>(sql: string, ...values: SQLInputValue[]): Row | undefined =>
      statement(sql).get(...values) as Row | undefined,
    all: <Row>(sql: string, ...values: SQLInputValue[]): readonly Row[] =>
      statement(sql).all(...values) as Row[],
    /** One row after another; leaving early is fine, asking for the same statement meanwhile is not. */
    iterate: <Row>(sql: string, ...values: SQLInputValue[]): Iterable<Row> =>
      statement(sql).iterate(...values) as Iterable<Row>,
    /** All of it or, when it throws, nothing. */
    transaction<Result>(change: () => Result): Result {
      statement("BEGIN IMMEDIATE").run();
      try {
        const result = change();
        statement("COMMIT").run();
        ended(true);
        return result;
      } catch (error) {
        ended(false);
        if (database.isTransaction) statement("ROLLBACK").run();
        throw error;
      }
    },
    /** Called as each transaction ends; false: nothing of it was written. */
    whenTransactionEnds: (listen: (committed: boolean) => void): void => void listeners.push(listen),
    /** Gives a bounded part of the space that was freed back to the disk. */
    giveBackSpace: (): void => database.exec(`PRAGMA incremental_vacuum(${pagesAtOnce})`),
    close(): void {
      statements.clear();
      if (database.isOpen) database.close();
    },
  };
}

function prepareFile(database: DatabaseSync, schema: FileSchema): void {
  // Has its effect in a new file only.
  database.exec("PRAGMA auto_vacuum=INCREMENTAL");
  database.exec("PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL");
  database.exec("PRAGMA wal_autocheckpoint=4000; PRAGMA cache_size=-16000");
  const version = database.prepare("PRAGMA user_version").get()?.user_version;
  if (version !== 0 && version !== schema.version)
    throw new DatabaseVersionUnknown(
      `It was written by another version of this program (tables ${version}).`,
    );
  database.exec(`BEGIN IMMEDIATE; ${schema.tables} PRAGMA user_version=${schema.version}; COMMIT`);
}
