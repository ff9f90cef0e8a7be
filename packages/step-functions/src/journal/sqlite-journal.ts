import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import type { ExecutionRecord } from "../engine/execution.ts";
import type { HistoryEvent } from "../history/history-event.ts";
import { CommitMark } from "./commit-mark.ts";
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
import { type EventsText, packedTogether, textOf } from "./packed-events.ts";
import { prepareJournal, THREADS_EACH } from "./schema.ts";

const THREADS =
  "SELECT execution_id AS executionId, thread_id AS threadId, live, input, json AS variables FROM threads LEFT JOIN variables USING (id)";
const INSERT_EVENTS = "INSERT INTO events (id, execution_id, previous, data) VALUES (?, ?, ?, ?)";
/** Characters of a history that is compressed at its end: some 20 ms. A longer one stays as it is. */
const MOST_PACKED = 1_000_000;
/** 2 MB: a few milliseconds of writing. */
const PAGES_AT_ONCE = 500;
/** SQLITE_PERM, NOMEM, READONLY, IOERR, FULL and CANTOPEN: the disk may be well again later (sqlite.org/rescode.html). */
const MAY_HEAL: ReadonlySet<unknown> = new Set([3, 7, 8, 10, 13, 14]);
const TAIL_COLUMNS = "execution_id AS executionId, last_event_id AS lastEventId, tail";

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
  readonly #statements = new Map<string, StatementSync>();
  readonly #mark: CommitMark;

  /** @throws Error when another process has the file, it is no database, or its schema is of another version. */
  constructor(path: string, durability: Durability = "normal") {
    const log = readLog(path);
    this.#mark = new CommitMark(path.replace(/\.sqlite$/, ".mark"));
    this.#database = new DatabaseSync(path);
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
      if (this.#database.isTransaction) this.#run("ROLLBACK");
      this.#run("BEGIN IMMEDIATE");
      for (const record of batch.executions) this.#writeExecution(record);
      for (const id of batch.clearedExecutions) this.#removeThreads(id, 0, THREADS_EACH);
      for (const row of batch.threads) this.#writeThread(row);
      for (const { executionId, threadId } of batch.deletedThreads) {
        this.#removeThreads(executionId, threadId, threadId + 1);
      }
      for (const row of batch.events) {
        const data = JSON.stringify(row.events);
        this.#run(INSERT_EVENTS, row.rowId, row.executionId, row.previous, data);
      }
      for (const { executionId, lastEventId, tail } of batch.tails) {
        this.#run("INSERT OR REPLACE INTO tails VALUES (?, ?, ?)", executionId, lastEventId, tail);
      }
      for (const { id, status } of batch.executions) if (status !== "RUNNING") this.#packHistory(id);
      for (const id of batch.removedExecutions) this.#removeExecution(id);
      for (const { kind, key, json } of batch.documents) {
        if (json === null) this.#run("DELETE FROM documents WHERE kind = ? AND key = ?", kind, key);
        else this.#run("INSERT OR REPLACE INTO documents VALUES (?, ?, ?)", kind, key, json);
      }
      this.#run("COMMIT");
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
    return this.#all<{ key: string; json: string }>(
      "SELECT key, json FROM documents WHERE kind = ? ORDER BY rowid",
      kind,
    );
  }

  document(kind: DocumentKind, key: string): string | undefined {
    const sql = "SELECT json FROM documents WHERE kind = ? AND key = ?";
    return this.#all<{ json: string }>(sql, kind, key)[0]?.json;
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
    return this.#all<ThreadRow>(
      `${THREADS} WHERE execution_id IN (SELECT id FROM executions WHERE status = 'RUNNING') ORDER BY id`,
    );
  }

  threadsOf(executionId: number): readonly ThreadRow[] {
    return this.#all<ThreadRow>(
      `${THREADS} WHERE id >= ? AND id < ? ORDER BY id`,
      executionId * THREADS_EACH,
      (executionId + 1) * THREADS_EACH,
    );
  }

  tails(): Iterable<TailRow> {
    return this.#all<TailRow>(
      `SELECT ${TAIL_COLUMNS} FROM tails WHERE execution_id IN (SELECT id FROM executions WHERE status = 'RUNNING')`,
    );
  }

  tailOf(executionId: number): TailRow | undefined {
    return this.#all<TailRow>(`SELECT ${TAIL_COLUMNS} FROM tails WHERE execution_id = ?`, executionId)[0];
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
    return (this.#all<{ freelist_count: number }>("PRAGMA freelist_count")[0]?.freelist_count ?? 0) > 0;
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
    const batches = [...this.#batchesOf(executionId)].reverse();
    return batches.flatMap((batch) => JSON.parse(textOf(batch)) as readonly HistoryEvent[]);
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
    this.#mark.close();
  }

  #findDamage(path: string, log: Buffer): string | null {
    const { frames, commits, setAside } = ignoredFrames(log, this.#database, path);
    const isNew =
      this.#database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'events'").get() === undefined;
    const newest = isNew ? 0 : this.#highest("events");
    const lost = Math.max(0, this.#mark.read() - newest);
    if (commits < 2 && lost === 0) return null;
    const aside = setAside();
    this.#mark.write(newest);
    const kept = aside === null ? "its write-ahead log is gone" : `the log as it was is kept in ${aside}`;
    return `The journal ${path} is damaged: ${frames} frames after the last valid commit were ignored, ${kept}. At least ${lost} entries of executions' histories are gone, and with them executions that had been accepted; others stand where they stood before.`;
  }

  #writeExecution(record: ExecutionRecord): void {
    this.#run(
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
    this.#run(
      "INSERT OR REPLACE INTO threads VALUES (?, ?, ?, ?, ?)",
      id,
      executionId,
      threadId,
      live,
      input,
    );
    if (variables === null) this.#run("DELETE FROM variables WHERE id = ?", id);
    else if (variables !== undefined)
      this.#run("INSERT OR REPLACE INTO variables VALUES (?, ?)", id, variables);
  }

  /** Newest first. */
  *#batchesOf(executionId: number): Iterable<EventsText & { readonly id: number }> {
    for (let id = this.tailOf(executionId)?.tail ?? 0; id !== 0; ) {
      const sql = "SELECT previous, data, packed FROM events WHERE id = ?";
      const row = this.#all<EventsText & { readonly previous: number }>(sql, id)[0];
      if (row === undefined)
        throw new Error(`the journal has lost the events row ${id} of execution ${executionId}`);
      yield { id, ...row };
      id = row.previous;
    }
  }

  /**
   * What an execution that has ended leaves is read seldom: its history becomes one compressed batch, which takes the newest one's
   * place. So its tail stays where it is, for a redrive, and no row that is the newest of all goes, which the mark counts.
   */
  #packHistory(executionId: number): void {
    const batches: (EventsText & { readonly id: number })[] = [];
    let size = 0;
    for (const batch of this.#batchesOf(executionId)) {
      batches.push(batch);
      size += batch.data.length;
      if (size > MOST_PACKED) return;
    }
    const [newest, ...older] = batches;
    if (newest === undefined || (older.length === 0 && newest.packed !== null)) return;
    for (const { id } of older) this.#run("DELETE FROM events WHERE id = ?", id);
    const packed = packedTogether(batches.reverse());
    this.#run("UPDATE events SET previous = 0, data = '', packed = ? WHERE id = ?", packed, newest.id);
  }

  #removeThreads(executionId: number, from: number, to: number): void {
    const first = executionId * THREADS_EACH;
    for (const table of ["threads", "variables"]) {
      this.#run(`DELETE FROM ${table} WHERE id >= ? AND id < ?`, first + from, first + to);
    }
  }

  /** Its history is a list that hangs on its tail. */
  #removeExecution(executionId: number): void {
    let row = this.tailOf(executionId)?.tail ?? 0;
    while (row !== 0) {
      const [batch] = this.#all<{ previous: number }>("SELECT previous FROM events WHERE id = ?", row);
      this.#run("DELETE FROM events WHERE id = ?", row);
      row = batch?.previous ?? 0;
    }
    this.#removeThreads(executionId, 0, THREADS_EACH);
    this.#run("DELETE FROM tails WHERE execution_id = ?", executionId);
    this.#run("DELETE FROM executions WHERE id = ?", executionId);
  }

  #highest(table: "executions" | "events"): number {
    return this.#all<{ highest: number | null }>(`SELECT max(id) AS highest FROM ${table}`)[0]?.highest ?? 0;
  }

  #records(sql: string, ...values: SQLInputValue[]): ExecutionRecord[] {
    return this.#all<{ record: string }>(sql, ...values).map(
      (row) => JSON.parse(row.record) as ExecutionRecord,
    );
  }

  #run(sql: string, ...values: SQLInputValue[]): void {
    this.#statement(sql).run(...values);
  }

  #all<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#statement(sql).all(...values) as Row[];
  }

  #statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

const mayHeal = (error: unknown): error is Error =>
  error instanceof Error && "errcode" in error && MAY_HEAL.has(Number(error.errcode) & 0xff);
