import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import type { ExecutionRecord } from "../execution/execution.ts";
import type { HistoryEvent } from "../history/history-event.ts";
import { CommitMark } from "./commit-mark.ts";
import { HistoryRows, TAIL_COLUMNS } from "./history-rows.ts";
import { ignoredFrames, readLog } from "./ignored-frames.ts";
import {
  type Batch,
  type DocumentKind,
  type ExecutionFilter,
  type Journal,
  JournalUnwritableError,
  type TailRow,
  type ThreadRow,
} from "./journal.ts";
import { mapRunArnOf } from "./matches-filter.ts";
import { prepareJournal, THREADS_EACH } from "./schema.ts";
import { Statements } from "./statements.ts";

const THREADS =
  "SELECT execution_id AS executionId, thread_id AS threadId, live, input, json AS variables FROM threads LEFT JOIN variables USING (id)";
/** 2 MB: a few milliseconds of writing. */
const PAGES_AT_ONCE = 500;
/** SQLITE_PERM, NOMEM, READONLY, IOERR, FULL and CANTOPEN: the disk may be well again later (sqlite.org/rescode.html). */
const MAY_HEAL: ReadonlySet<unknown> = new Set([3, 7, 8, 10, 13, 14]);

/** `normal`: a power cut may take the newest commits; `full`: none, and each waits for the disk. Neither tears one. */
export const durabilities = ["normal", "full"] as const;
export type Durability = (typeof durabilities)[number];

/** The journal in one SQLite file with write-ahead logging: a commit survives the death of the process, SIGKILL at any instant. */
export class SqliteJournal implements Journal {
  /** What was written before and is not there any more, in words; null: all is there. */
  readonly damage: string | null;
  readonly nextExecutionId: number;
  readonly nextEventsRowId: number;
  readonly #database: DatabaseSync;
  readonly #sql: Statements;
  readonly #histories: HistoryRows;
  readonly #mark: CommitMark;

  /** @throws Error when another process has the file, it is no database, or its schema is of another version. */
  constructor(path: string, durability: Durability = "normal") {
    const log = readLog(path);
    this.#mark = new CommitMark(path.replace(/\.sqlite$/, ".mark"));
    this.#database = new DatabaseSync(path);
    this.#sql = new Statements(this.#database);
    this.#histories = new HistoryRows(this.#sql);
    try {
      // The engine is the only writer; the lock makes a second engine on the same directory fail at once.
      this.#database.exec("PRAGMA auto_vacuum=INCREMENTAL; PRAGMA locking_mode=EXCLUSIVE");
      this.#database.exec(`PRAGMA journal_mode=WAL; PRAGMA synchronous=${durability}`);
      this.#database.exec("PRAGMA wal_autocheckpoint=4000; PRAGMA cache_size=-16000");
      this.damage = this.#findDamage(path, log);
      prepareJournal(this.#database);
      this.nextExecutionId = this.#highest("executions") + 1;
      this.nextEventsRowId = this.#highest("events") + 1;
    } catch (error) {
      // Else it would keep the lock, also from this process, until its memory is cleared.
      this.close();
      throw error;
    }
  }

  commit(batch: Batch): void {
    try {
      // A rollback may have failed as well.
      if (this.#database.isTransaction) this.#sql.run("ROLLBACK");
      this.#sql.run("BEGIN IMMEDIATE");
      for (const record of batch.executions) this.#writeExecution(record);
      for (const id of batch.clearedExecutions) this.#removeThreads(id, 0, THREADS_EACH);
      for (const row of batch.threads) this.#writeThread(row);
      for (const { executionId, threadId } of batch.deletedThreads) {
        this.#removeThreads(executionId, threadId, threadId + 1);
      }
      for (const row of batch.events) this.#histories.insert(row);
      for (const tail of batch.tails) this.#histories.writeTail(tail);
      for (const { id, status } of batch.executions) if (status !== "RUNNING") this.#histories.pack(id);
      for (const id of batch.removedExecutions) this.#removeExecution(id);
      for (const { kind, key, json } of batch.documents) {
        if (json === null) this.#sql.run("DELETE FROM documents WHERE kind = ? AND key = ?", kind, key);
        else this.#sql.run("INSERT OR REPLACE INTO documents VALUES (?, ?, ?)", kind, key, json);
      }
      this.#sql.run("COMMIT");
      // Rows that were removed may have been the newest.
      const newest =
        batch.removedExecutions.length > 0 ? this.#highest("events") : batch.events.at(-1)?.rowId;
      if (newest !== undefined) this.#mark.write(newest);
    } catch (error) {
      if (!mayHeal(error)) throw error;
      throw new JournalUnwritableError(`The journal cannot be written: ${error.message}.`, { cause: error });
    }
  }

  documents(kind: DocumentKind): readonly { readonly key: string; readonly json: string }[] {
    return this.#sql.all<{ key: string; json: string }>(
      "SELECT key, json FROM documents WHERE kind = ? ORDER BY rowid",
      kind,
    );
  }

  document(kind: DocumentKind, key: string): string | undefined {
    const sql = "SELECT json FROM documents WHERE kind = ? AND key = ?";
    return this.#sql.all<{ json: string }>(sql, kind, key)[0]?.json;
  }

  *childrenOf(mapRunArn: string): Iterable<ExecutionRecord> {
    let after = 0;
    for (;;) {
      const sql = "SELECT record FROM executions WHERE map_run_arn = ? AND id > ? ORDER BY id LIMIT 500";
      const page = this.#records(sql, mapRunArn, after);
      yield* page;
      const last = page.at(-1);
      if (last === undefined) return;
      after = last.id;
    }
  }

  openExecutions(): readonly ExecutionRecord[] {
    return this.#records("SELECT record FROM executions WHERE status = 'RUNNING' ORDER BY id");
  }

  openThreads(): Iterable<ThreadRow> {
    return this.#sql.all<ThreadRow>(
      `${THREADS} WHERE execution_id IN (SELECT id FROM executions WHERE status = 'RUNNING') ORDER BY id`,
    );
  }

  threadsOf(executionId: number): readonly ThreadRow[] {
    return this.#sql.all<ThreadRow>(
      `${THREADS} WHERE id >= ? AND id < ? ORDER BY id`,
      executionId * THREADS_EACH,
      (executionId + 1) * THREADS_EACH,
    );
  }

  tails(): Iterable<TailRow> {
    return this.#sql.all<TailRow>(
      `SELECT ${TAIL_COLUMNS} FROM tails WHERE execution_id IN (SELECT id FROM executions WHERE status = 'RUNNING')`,
    );
  }

  tailOf(executionId: number): TailRow | undefined {
    return this.#histories.tailOf(executionId);
  }

  endedBefore(epochMs: number, limit: number): readonly ExecutionRecord[] {
    return this.#records(
      "SELECT record FROM executions WHERE ended_ms < ? AND map_run_arn IS NULL ORDER BY ended_ms LIMIT ?",
      epochMs,
      limit,
    );
  }

  giveBackSpace(): boolean {
    try {
      this.#database.exec(`PRAGMA incremental_vacuum(${PAGES_AT_ONCE})`);
    } catch (error) {
      // A full disk has no room for this either; the next time will do.
      if (mayHeal(error)) return false;
      throw error;
    }
    return (this.#sql.all<{ freelist_count: number }>("PRAGMA freelist_count")[0]?.freelist_count ?? 0) > 0;
  }

  findExecution(arn: string): ExecutionRecord | undefined {
    return this.#records("SELECT record FROM executions WHERE arn = ?", arn)[0];
  }

  listExecutions(filter: ExecutionFilter): readonly ExecutionRecord[] {
    const [column, value] =
      filter.mapRunArn === undefined ? ["machine_arn", filter.machineArn] : ["map_run_arn", filter.mapRunArn];
    const values: SQLInputValue[] = [value ?? null, filter.beforeId ?? Number.MAX_SAFE_INTEGER];
    let condition = `${column} = ? AND id < ?`;
    if (filter.mapRunArn === undefined) condition += " AND map_run_arn IS NULL";
    // Written out, because the partial index of open executions serves no parameter.
    if (filter.status === "RUNNING") condition += " AND status = 'RUNNING'";
    else if (filter.status !== undefined) {
      condition += " AND status = ?";
      values.push(filter.status);
    }
    return this.#records(
      `SELECT record FROM executions WHERE ${condition} ORDER BY id DESC LIMIT ?`,
      ...values,
      filter.limit,
    );
  }

  history(executionId: number): readonly HistoryEvent[] {
    return this.#histories.eventsOf(executionId);
  }

  close(): void {
    this.#sql.clear();
    this.#database.close();
    this.#mark.close();
  }

  #findDamage(path: string, log: Buffer): string | null {
    const { frames, isDamage, setAside } = ignoredFrames(log, this.#database, path);
    const isNew =
      this.#database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'events'").get() === undefined;
    const newest = isNew ? 0 : this.#highest("events");
    const lost = Math.max(0, this.#mark.read() - newest);
    if (!isDamage && lost === 0) return null;
    const aside = setAside();
    this.#mark.write(newest);
    const kept = aside === null ? "its write-ahead log is gone" : `the log as it was is kept in ${aside}`;
    return `The journal ${path} is damaged: ${frames} frames after the last valid commit were ignored, ${kept}. At least ${lost} entries of executions' histories are gone, and with them executions that had been accepted; others stand where they stood before.`;
  }

  #writeExecution(record: ExecutionRecord): void {
    this.#sql.run(
      "INSERT OR REPLACE INTO executions VALUES (?, ?, ?, ?, ?, ?, ?)",
      record.id,
      record.arn,
      record.machineArn,
      mapRunArnOf(record) ?? null,
      record.status,
      JSON.stringify(record),
      record.stopMs ?? null,
    );
  }

  #writeThread({ executionId, threadId, live, input, variables }: ThreadRow): void {
    const id = executionId * THREADS_EACH + threadId;
    this.#sql.run(
      "INSERT OR REPLACE INTO threads VALUES (?, ?, ?, ?, ?)",
      id,
      executionId,
      threadId,
      live,
      input,
    );
    if (variables === null) this.#sql.run("DELETE FROM variables WHERE id = ?", id);
    else if (variables !== undefined)
      this.#sql.run("INSERT OR REPLACE INTO variables VALUES (?, ?)", id, variables);
  }

  #removeThreads(executionId: number, from: number, to: number): void {
    const first = executionId * THREADS_EACH;
    for (const table of ["threads", "variables"]) {
      this.#sql.run(`DELETE FROM ${table} WHERE id >= ? AND id < ?`, first + from, first + to);
    }
  }

  #removeExecution(executionId: number): void {
    this.#histories.remove(executionId);
    this.#removeThreads(executionId, 0, THREADS_EACH);
    this.#sql.run("DELETE FROM tails WHERE execution_id = ?", executionId);
    this.#sql.run("DELETE FROM executions WHERE id = ?", executionId);
  }

  #highest(table: "executions" | "events"): number {
    return (
      this.#sql.all<{ highest: number | null }>(`SELECT max(id) AS highest FROM ${table}`)[0]?.highest ?? 0
    );
  }

  #records(sql: string, ...values: SQLInputValue[]): ExecutionRecord[] {
    return this.#sql
      .all<{ record: string }>(sql, ...values)
      .map((row): ExecutionRecord => JSON.parse(row.record));
  }
}

const mayHeal = (error: unknown): error is Error =>
  error instanceof Error && "errcode" in error && MAY_HEAL.has(Number(error.errcode) & 0xff);
