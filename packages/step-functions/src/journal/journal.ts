import type { ExecutionRecord, ExecutionStatus } from "../execution/execution.ts";
import type { HistoryEvent } from "../history/history-event.ts";

/** A thread as the journal keeps it. `live` is the JSON text of `LiveThread`; payloads stand beside it unescaped. */
export interface ThreadRow {
  readonly executionId: number;
  readonly threadId: number;
  readonly live: string;
  readonly input: string;
  /** JSON text; null when there are none, undefined when they are what the row before this one had. */
  readonly variables: string | null | undefined;
}

export interface EventsRow {
  readonly rowId: number;
  readonly executionId: number;
  /** Row of the batch before this one; 0 for the first. */
  readonly previous: number;
  readonly events: readonly HistoryEvent[];
}

/** Newest batch of events and number of the newest event of a running execution. */
export interface TailRow {
  readonly executionId: number;
  readonly lastEventId: number;
  readonly tail: number;
}

/** A document that is kept whole under a key: state machines, revisions, activities, Map Runs and their items. */
export interface DocumentRow {
  readonly kind: DocumentKind;
  readonly key: string;
  /** JSON text; null deletes the document. */
  readonly json: string | null;
}

export type DocumentKind = "machine" | "revision" | "activity" | "mapRun" | "mapItems";

/** Everything one turn changed; written in one transaction or not at all. */
export interface Batch {
  readonly executions: readonly ExecutionRecord[];
  readonly threads: readonly ThreadRow[];
  readonly deletedThreads: readonly { readonly executionId: number; readonly threadId: number }[];
  /** Executions whose threads are no longer needed, because no redrive can want them. */
  readonly clearedExecutions: readonly number[];
  /** Executions that are kept no longer: they go with all that is theirs. */
  readonly removedExecutions: readonly number[];
  readonly events: readonly EventsRow[];
  readonly tails: readonly TailRow[];
  readonly documents: readonly DocumentRow[];
}

export interface ExecutionFilter {
  readonly machineArn?: string;
  readonly mapRunArn?: string;
  readonly status?: ExecutionStatus;
  /** Only executions with a smaller id: the newest come first, so this is how a page continues. */
  readonly beforeId?: number;
  readonly limit: number;
}

/** Nothing of a batch was written, for a reason that may go: a full disk, for instance. */
export class JournalUnwritableError extends Error {
  override readonly name = "JournalUnwritableError";
}

export interface Journal {
  readonly nextExecutionId: number;
  readonly nextEventsRowId: number;
  /** @throws JournalUnwritableError when the same batch may be written later */
  commit(batch: Batch): void;
  documents(kind: DocumentKind): readonly { readonly key: string; readonly json: string }[];
  document(kind: DocumentKind, key: string): string | undefined;
  /** Children of a Map Run in the order in which they were started. */
  childrenOf(mapRunArn: string): Iterable<ExecutionRecord>;
  openExecutions(): readonly ExecutionRecord[];
  openThreads(): Iterable<ThreadRow>;
  threadsOf(executionId: number): readonly ThreadRow[];
  tails(): Iterable<TailRow>;
  tailOf(executionId: number): TailRow | undefined;
  /** Executions that ended before a time, the earliest first; not the children of Map Runs, which go with their run. */
  endedBefore(epochMs: number, limit: number): readonly ExecutionRecord[];
  /** Gives a bounded part of the space that was freed back to the disk; true when more is left. */
  giveBackSpace(): boolean;
  findExecution(arn: string): ExecutionRecord | undefined;
  listExecutions(filter: ExecutionFilter): readonly ExecutionRecord[];
  /** All events of an execution, oldest first. */
  history(executionId: number): readonly HistoryEvent[];
  close(): void;
}
