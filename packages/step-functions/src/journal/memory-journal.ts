import type { ExecutionRecord } from "../execution/execution.ts";
import type { HistoryEvent } from "../history/history-event.ts";
import type { Batch, DocumentKind, ExecutionFilter, Journal, TailRow, ThreadRow } from "./journal.ts";
import { mapRunArnOf, matchesFilter } from "./matches-filter.ts";

/** Keeps records and history in memory for as long as the engine runs: for tests and throw-away farms. */
export class MemoryJournal implements Journal {
  readonly nextExecutionId = 1;
  readonly nextEventsRowId = 1;
  readonly #executions = new Map<number, ExecutionRecord>();
  readonly #byArn = new Map<string, ExecutionRecord>();
  readonly #events = new Map<number, HistoryEvent[]>();
  readonly #threads = new Map<number, Map<number, ThreadRow>>();
  readonly #tails = new Map<number, TailRow>();
  readonly #documents = new Map<string, string>();

  commit(batch: Batch): void {
    for (const record of batch.executions) {
      this.#executions.set(record.id, record);
      this.#byArn.set(record.arn, record);
    }
    for (const row of batch.events) {
      const events = this.#events.get(row.executionId);
      if (events === undefined) this.#events.set(row.executionId, [...row.events]);
      else for (const event of row.events) events.push(event);
    }
    for (const executionId of batch.clearedExecutions) this.#threads.delete(executionId);
    for (const row of batch.threads) {
      const rows = this.#threads.get(row.executionId) ?? new Map<number, ThreadRow>();
      const variables = row.variables === undefined ? rows.get(row.threadId)?.variables : row.variables;
      rows.set(row.threadId, { ...row, variables });
      this.#threads.set(row.executionId, rows);
    }
    for (const { executionId, threadId } of batch.deletedThreads) {
      this.#threads.get(executionId)?.delete(threadId);
    }
    for (const executionId of batch.removedExecutions) this.#remove(executionId);
    for (const row of batch.tails) this.#tails.set(row.executionId, row);
    for (const { kind, key, json } of batch.documents) {
      if (json === null) this.#documents.delete(`${kind} ${key}`);
      else this.#documents.set(`${kind} ${key}`, json);
    }
  }

  documents(): readonly { readonly key: string; readonly json: string }[] {
    return [];
  }

  document(kind: DocumentKind, key: string): string | undefined {
    return this.#documents.get(`${kind} ${key}`);
  }

  *childrenOf(mapRunArn: string): Iterable<ExecutionRecord> {
    for (const record of this.#executions.values()) if (mapRunArnOf(record) === mapRunArn) yield record;
  }

  openExecutions(): readonly ExecutionRecord[] {
    return [];
  }

  openThreads(): Iterable<ThreadRow> {
    return [];
  }

  tails(): Iterable<TailRow> {
    return [];
  }

  threadsOf(executionId: number): readonly ThreadRow[] {
    return [...(this.#threads.get(executionId)?.values() ?? [])];
  }

  tailOf(executionId: number): TailRow | undefined {
    return this.#tails.get(executionId);
  }

  endedBefore(epochMs: number, limit: number): readonly ExecutionRecord[] {
    const ended: ExecutionRecord[] = [];
    for (const record of this.#executions.values()) {
      const isOver = record.stopMs !== undefined && record.stopMs < epochMs && record.status !== "RUNNING";
      if (isOver && mapRunArnOf(record) === undefined) ended.push(record);
      if (ended.length >= limit) break;
    }
    return ended;
  }

  giveBackSpace(): boolean {
    return false;
  }

  #remove(executionId: number): void {
    const record = this.#executions.get(executionId);
    if (record !== undefined) this.#byArn.delete(record.arn);
    this.#executions.delete(executionId);
    this.#events.delete(executionId);
    this.#threads.delete(executionId);
    this.#tails.delete(executionId);
  }

  findExecution(arn: string): ExecutionRecord | undefined {
    return this.#byArn.get(arn);
  }

  listExecutions(filter: ExecutionFilter): readonly ExecutionRecord[] {
    const found: ExecutionRecord[] = [];
    for (const record of [...this.#executions.values()].reverse()) {
      if (matchesFilter(record, filter)) found.push(record);
      if (found.length >= filter.limit) break;
    }
    return found;
  }

  history(executionId: number): readonly HistoryEvent[] {
    return this.#events.get(executionId) ?? [];
  }

  close(): void {
    this.#executions.clear();
    this.#byArn.clear();
    this.#events.clear();
    this.#threads.clear();
  }
}
