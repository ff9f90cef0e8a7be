import type { S3Client } from "@aws-sdk/client-s3";
import type { Execution, ExecutionRecord, Thread } from "../execution/execution.ts";
import type { Limits } from "../execution/limits.ts";
import type { Clock, TimerHeap } from "../execution/timer-heap.ts";
import type { Settlement, Wait } from "../execution/wait.ts";
import type { EvaluationThread } from "../expression/evaluation-thread.ts";
import type { JsonValue } from "../expression/json-value.ts";
import type { EventDetails } from "../history/history-event.ts";
import type { Journal } from "../journal/journal.ts";
import type { ChangeSet } from "./changes.ts";
import type { MachineRegistry } from "./machine-registry.ts";
import type { MapRunRecord } from "./map-runs/map-run.ts";
import type { MapRun } from "./map-runs/map-run-progress.ts";
import type { Activities } from "./tasks/activities.ts";
import type { TurnLoop } from "./turn-loop.ts";

/** What an engine is given, and its parts see as it is. */
export interface WorldOptions {
  readonly region: string;
  readonly accountId: string;
  readonly journal: Journal;
  readonly clock: Clock;
  /** A number in [0, 1): jitter and `$random`. */
  readonly random: () => number;
  readonly uuid: () => string;
  /** Unguessable text of a task token. */
  readonly token: () => string;
  readonly limits: Limits;
  /** For the ItemReader and ResultWriter of Distributed Maps. */
  readonly s3: () => Promise<S3Client>;
}

/**
 * What runs, what it waits for, and the one loop through which everything happens, as the parts of the engine see it.
 * The engine itself puts the parts together and is known to none of them.
 */
export interface World extends WorldOptions {
  /** Where expressions are evaluated that take long. */
  readonly evaluationThread: EvaluationThread;
  readonly loop: TurnLoop;
  readonly timers: TimerHeap;
  readonly changes: ChangeSet;
  readonly machines: MachineRegistry;
  readonly activities: Activities;
  readonly mapRuns: MapRunBook;
  /** Running executions only; ended ones are the journal's. */
  readonly executions: Map<number, Execution>;
  readonly byArn: Map<string, Execution>;
  /** Threads whose task token is out, by token. */
  readonly tokens: Map<string, Thread>;
  takeExecutionId(): number;
  /** Lets a thread run in this turn or the next. */
  ready(thread: Thread): void;
  /** Appends an event to an execution's history and answers with its id. */
  record(execution: Execution, previousEventId: number, type: string, details?: EventDetails): number;
  dispatchTask(thread: Thread): void;
  settleTask(thread: Thread, attempt: number, settlement: Settlement): boolean;
  abandonTask(wait: Wait | null): void;
  add(execution: Execution): void;
  /** Takes an ended execution out of memory; those who watch it hear of its end once that is in the journal. */
  forget(execution: Execution): void;
  /** Once its end is in the journal, whoever wants to know of ends hears of it. */
  tellEnd(record: ExecutionRecord): void;
  findRecord(arn: string): ExecutionRecord | undefined;
}

/** The runs of Distributed Maps. */
export interface MapRunBook {
  get(arn: string): MapRun | undefined;
  /** Newest first. */
  of(executionArn: string): readonly MapRun[];
  /** Begins a run; without a reader `items` holds the state's own list or object. */
  start(record: MapRunRecord, items: JsonValue | undefined): void;
  save(run: MapRun): void;
  /** After a restart: counts the children again and continues where the journal ends. */
  resume(): void;
  childEnded(arn: string, child: ExecutionRecord): void;
  /** Limits were changed, or a child ended: starts more, or ends the run. */
  goOn(run: MapRun): void;
  /** The state that holds the run is given up. */
  abort(arn: string): void;
  /** The run that the state of a redriven execution continues with. */
  redrivable(thread: Thread): MapRun | undefined;
  /** Begins the children again that did not succeed, and those that never began. */
  redrive(run: MapRun): void;
  /** The execution of the run is kept no longer. */
  remove(run: MapRun): void;
  inputOf(run: MapRun, index: number): JsonValue;
}
