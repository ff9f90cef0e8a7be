import type { Execution, ExecutionRecord, Thread } from "../execution/execution.ts";
import type { Batch, DocumentRow, EventsRow, TailRow, ThreadRow } from "../journal/journal.ts";
import { threadRow } from "./thread-row.ts";

/** What a turn has changed and the journal does not know yet. */
export class ChangeSet {
  readonly #withEvents = new Set<Execution>();
  readonly #threads = new Set<Thread>();
  readonly #records = new Set<ExecutionRecord>();
  readonly #documents = new Map<string, DocumentRow>();
  #deleted: { executionId: number; threadId: number }[] = [];
  #cleared: number[] = [];
  #removed: number[] = [];
  #nextRowId: number;
  /** False when nobody will read threads back: a journal in memory dies with the engine. */
  readonly #keepsThreads: boolean;

  constructor(nextEventsRowId: number, keepsThreads: boolean) {
    this.#nextRowId = nextEventsRowId;
    this.#keepsThreads = keepsThreads;
  }

  events(execution: Execution): void {
    this.#withEvents.add(execution);
  }

  thread(thread: Thread): void {
    if (this.#keepsThreads) this.#threads.add(thread);
  }

  record(record: ExecutionRecord): void {
    this.#records.add(record);
  }

  document(row: DocumentRow): void {
    this.#documents.set(`${row.kind} ${row.key}`, row);
  }

  /** The thread is over and its result is with its parent. */
  threadGone(thread: Thread): void {
    this.#threads.delete(thread);
    if (this.#keepsThreads)
      this.#deleted.push({ executionId: thread.execution.record.id, threadId: thread.id });
  }

  /** The execution has ended: its threads go. Of one that may be redriven the root stays, to continue from its state. */
  executionEnded(execution: Execution, redrivable: boolean): void {
    for (const thread of execution.threads.values()) this.#threads.delete(thread);
    this.#cleared.push(execution.record.id);
    if (!redrivable) return;
    this.#threads.add(execution.root);
    // Its variables went with the other threads' rows.
    execution.root.variablesJson = undefined;
  }

  /** The execution is kept no longer. */
  executionRemoved(executionId: number): void {
    this.#removed.push(executionId);
  }

  isEmpty(): boolean {
    const sizes = this.#withEvents.size + this.#threads.size + this.#records.size + this.#documents.size;
    return sizes + this.#deleted.length + this.#cleared.length + this.#removed.length === 0;
  }

  /** Everything as one batch for the journal; the set is empty afterwards. */
  take(): Batch {
    const events: EventsRow[] = [];
    const tails: TailRow[] = [];
    for (const execution of this.#withEvents) {
      if (execution.fresh.length === 0) continue;
      const executionId = execution.record.id;
      events.push({ rowId: this.#nextRowId, executionId, previous: execution.tail, events: execution.fresh });
      execution.tail = this.#nextRowId;
      execution.fresh = [];
      this.#nextRowId += 1;
      tails.push({ executionId, lastEventId: execution.lastEventId, tail: execution.tail });
    }
    const threads: ThreadRow[] = [];
    for (const thread of this.#threads) threads.push(threadRow(thread));
    const batch: Batch = {
      executions: [...this.#records],
      threads,
      deletedThreads: this.#deleted,
      clearedExecutions: this.#cleared,
      removedExecutions: this.#removed,
      events,
      tails,
      documents: [...this.#documents.values()],
    };
    this.#withEvents.clear();
    this.#threads.clear();
    this.#records.clear();
    this.#documents.clear();
    this.#deleted = [];
    this.#cleared = [];
    this.#removed = [];
    return batch;
  }
}
