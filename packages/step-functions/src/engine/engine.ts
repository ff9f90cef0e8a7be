import type { S3Client } from "@aws-sdk/client-s3";
import type { Execution, ExecutionRecord, Thread } from "../execution/execution.ts";
import type { Limits } from "../execution/limits.ts";
import { type Clock, TimerHeap } from "../execution/timer-heap.ts";
import type { Settlement, Wait } from "../execution/wait.ts";
import { EvaluationThread } from "../expression/evaluation-thread.ts";
import type { EventDetails } from "../history/history-event.ts";
import type { Integrations } from "../integrations/integration.ts";
import type { Batch, Journal } from "../journal/journal.ts";
import { compileMachine } from "../states/compile-machine.ts";
import { advanceThread } from "./advance.ts";
import { ChangeSet } from "./changes.ts";
import { restore } from "./executions/restore.ts";
import { RETENTION_PERIOD_MS, removeExpired } from "./executions/retention.ts";
import { MachineRegistry } from "./machine-registry.ts";
import { MapRuns } from "./map-runs/map-runs.ts";
import { type ExecutionStatusChange, statusChange } from "./status-change.ts";
import { Activities } from "./tasks/activities.ts";
import { abandonTask, dispatchTask, settleTask } from "./tasks/tasks.ts";
import { TurnLoop } from "./turn-loop.ts";
import type { MapRunBook, World, WorldOptions } from "./world.ts";

export interface EngineOptions extends WorldOptions {
  /** False when the journal cannot outlive the engine: where threads stand is then not written at all. */
  readonly durable: boolean;
  readonly integrations: Integrations;
  /** Hears of each Standard execution that ended. */
  readonly onExecutionEnd?: ((change: ExecutionStatusChange) => void) | undefined;
  /** The journal cannot be written for now, and why; null: it can again. */
  readonly onStall: (reason: string | null) => void;
  /** The journal stays unwritable, or the engine broke its own rules: nothing runs any more. */
  readonly onCrash: (error: unknown) => void;
}

/** Puts the parts together. It knows nothing of HTTP; the API's actions call it inside `loop.transact`. */
export class Engine implements World {
  readonly region: string;
  readonly accountId: string;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly random: () => number;
  readonly uuid: () => string;
  readonly token: () => string;
  readonly limits: Limits;
  readonly s3: () => Promise<S3Client>;
  readonly evaluationThread = new EvaluationThread();
  readonly loop: TurnLoop;
  readonly timers: TimerHeap;
  readonly changes: ChangeSet;
  readonly machines: MachineRegistry;
  readonly activities: Activities;
  readonly mapRuns: MapRunBook;
  /** Running executions only; ended ones are the journal's. */
  readonly executions = new Map<number, Execution>();
  readonly byArn = new Map<string, Execution>();
  /** Threads whose task token is out, by token. */
  readonly tokens = new Map<string, Thread>();
  readonly #onExecutionEnd: EngineOptions["onExecutionEnd"];
  readonly #retention: NodeJS.Timeout;
  #nextExecutionId: number;
  #ready: Thread[] = [];
  #readyFrom = 0;
  /** Taken from the changes and not yet written. */
  #openBatch: Batch | null = null;
  readonly #watchers = new Map<number, ((record: ExecutionRecord) => void)[]>();

  constructor(options: EngineOptions) {
    this.region = options.region;
    this.accountId = options.accountId;
    this.journal = options.journal;
    this.clock = options.clock;
    this.random = options.random;
    this.uuid = options.uuid;
    this.token = options.token;
    this.limits = options.limits;
    this.s3 = options.s3;
    this.#onExecutionEnd = options.onExecutionEnd;
    this.timers = new TimerHeap(options.clock);
    this.changes = new ChangeSet(options.journal.nextEventsRowId, options.durable);
    this.machines = new MachineRegistry(this, (machine) => compileMachine(machine, options.integrations));
    this.activities = new Activities(this);
    this.mapRuns = new MapRuns(this);
    this.#nextExecutionId = options.journal.nextExecutionId;
    this.loop = new TurnLoop({
      advanceReady: (deadlineMs) => this.#advanceReady(deadlineMs),
      commit: () => this.#commit(),
      schedule: (callback, delayMs) => options.clock.schedule(callback, delayMs),
      random: options.random,
      onStall: options.onStall,
      onCrash: options.onCrash,
    });
    restore(this);
    this.#retention = setInterval(() => this.#removeExpired(), RETENTION_PERIOD_MS).unref();
    this.#removeExpired();
  }

  /** Bounded work a turn, so that others are served in between. */
  #removeExpired(): void {
    this.loop.post(() => {
      if (removeExpired(this)) this.#removeExpired();
    });
  }

  takeExecutionId(): number {
    const id = this.#nextExecutionId;
    this.#nextExecutionId += 1;
    return id;
  }

  ready(thread: Thread): void {
    this.changes.thread(thread);
    if (thread.queued) return;
    thread.queued = true;
    this.#ready.push(thread);
    this.loop.kick();
  }

  /**
   * Appends an event to an execution's history and answers with its id. The last place is kept for the terminal event:
   * what would take it is not written, and the execution fails at the end of the step.
   */
  record(execution: Execution, previousEventId: number, type: string, details?: EventDetails): number {
    if (execution.lastEventId >= this.limits.historyEvents - 1 && !type.startsWith("Execution")) {
      execution.historyFull = true;
      return execution.lastEventId;
    }
    execution.lastEventId += 1;
    const id = execution.lastEventId;
    const now = this.clock.now();
    execution.fresh.push(
      details === undefined ? [id, previousEventId, now, type] : [id, previousEventId, now, type, details],
    );
    this.changes.events(execution);
    return id;
  }

  dispatchTask(thread: Thread): void {
    dispatchTask(this, thread);
  }

  settleTask(thread: Thread, attempt: number, settlement: Settlement): boolean {
    return settleTask(this, thread, attempt, settlement);
  }

  abandonTask(wait: Wait | null): void {
    abandonTask(this, wait);
  }

  add(execution: Execution): void {
    this.executions.set(execution.record.id, execution);
    this.byArn.set(execution.record.arn, execution);
  }

  /** Takes an ended execution out of memory; those who watch it hear of its end once that is in the journal. */
  forget(execution: Execution): void {
    const { record } = execution;
    this.executions.delete(record.id);
    this.byArn.delete(record.arn);
    const watchers = this.#watchers.get(record.id);
    this.#watchers.delete(record.id);
    for (const watcher of watchers ?? []) this.loop.afterCommit(() => watcher(record));
  }

  tellEnd(record: ExecutionRecord): void {
    const hears = this.#onExecutionEnd;
    if (hears === undefined || record.express) return;
    const change = statusChange(record, this);
    this.loop.afterCommit(() => hears(change));
  }

  /** Calls back when the running execution ends; the returned function takes the watcher away. */
  watch(executionId: number, watcher: (record: ExecutionRecord) => void): () => void {
    const watchers = this.#watchers.get(executionId) ?? [];
    watchers.push(watcher);
    this.#watchers.set(executionId, watchers);
    return () => {
      const left = (this.#watchers.get(executionId) ?? []).filter((other) => other !== watcher);
      this.#watchers.set(executionId, left);
    };
  }

  findRecord(arn: string): ExecutionRecord | undefined {
    return this.byArn.get(arn)?.record ?? this.journal.findExecution(arn);
  }

  async close(): Promise<void> {
    clearInterval(this.#retention);
    await this.loop.close();
    await this.evaluationThread.close();
    this.timers.close();
    this.journal.close();
  }

  async #advanceReady(deadlineMs: number): Promise<boolean> {
    for (;;) {
      const thread = this.#ready[this.#readyFrom];
      if (thread === undefined) break;
      this.#readyFrom += 1;
      await advanceThread(this, thread);
      if (performance.now() > deadlineMs) break;
    }
    this.#ready = this.#readyFrom === this.#ready.length ? [] : this.#ready.slice(this.#readyFrom);
    this.#readyFrom = 0;
    return this.#ready.length > 0;
  }

  #commit(): void {
    if (this.#openBatch === null && this.changes.isEmpty()) return;
    this.#openBatch ??= this.changes.take();
    this.journal.commit(this.#openBatch);
    this.#openBatch = null;
  }
}
