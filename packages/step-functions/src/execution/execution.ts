import type { JsonValue } from "../expression/json-value.ts";
import type { VariableScope } from "../expression/variable-scope.ts";
import type { HistoryEvent } from "../history/history-event.ts";
import type { CompiledMachine, CompiledScope } from "./compiled.ts";
import type { Payload } from "./payload.ts";
import type { MapContextItem } from "./running-state.ts";
import type { StepEvaluations } from "./step-evaluations.ts";
import type { Timer } from "./timer-heap.ts";
import type { Signal, Wait } from "./wait.ts";

/** States with inner scopes, from the outside in, each with the branch that is meant. */
export type ScopePath = readonly (readonly [state: string, branch: number])[];

export type ExecutionStatus =
  | "RUNNING"
  | "SUCCEEDED"
  | "FAILED"
  | "TIMED_OUT"
  | "ABORTED"
  | "PENDING_REDRIVE";

/** What the journal keeps of an execution besides its threads and its history. */
export interface ExecutionRecord {
  readonly id: number;
  readonly arn: string;
  readonly name: string;
  readonly machineArn: string;
  readonly revisionId: number;
  /** Where in the revision the states stand that it runs: the processor of a Distributed Map. Absent for the machine itself. */
  readonly scopePath?: ScopePath;
  readonly express: boolean;
  readonly input: string;
  readonly startMs: number;
  readonly traceHeader?: string;
  /** The execution that started this one and waits for its end. */
  readonly parent?: ParentLink;
  status: ExecutionStatus;
  stopMs?: number;
  output?: string;
  error?: string;
  cause?: string;
  redriveCount: number;
  redriveMs?: number;
  /** The newest tokens with which it was redriven, oldest first: sent again, they redrive nothing. */
  redrives?: readonly { readonly token: string; readonly ms: number }[];
}

/** Who is notified when an execution ends: the task that started it, or the Map Run it belongs to. */
export type ParentLink =
  | {
      readonly kind: "task";
      readonly executionId: number;
      readonly threadId: number;
      readonly attempt: number;
      /** False for a plain startExecution, whose task ended when this execution began. */
      readonly awaited: boolean;
    }
  | {
      readonly kind: "mapRun";
      readonly mapRunArn: string;
      readonly index: number;
      /** Which redrive of the run began it last. */
      readonly runRedrive?: number;
    };

/** A running execution in memory. */
export interface Execution {
  readonly record: ExecutionRecord;
  readonly machine: CompiledMachine;
  readonly root: Thread;
  readonly threads: Map<number, Thread>;
  nextThreadId: number;
  lastEventId: number;
  /** An event found no place any more; the execution is about to fail. */
  historyFull: boolean;
  /** Journal row of the newest batch of events; events are a list linked backwards. */
  tail: number;
  /** Events of this turn, not yet in the journal. */
  fresh: HistoryEvent[];
  timeout: Timer | null;
}

/** One line of control: the execution's own, a Parallel branch, or an iteration of an inline Map. */
export interface Thread {
  readonly id: number;
  readonly execution: Execution;
  readonly parent: Thread | null;
  /** Which of the parent state's scopes it runs, and which place of the result it fills. */
  readonly branch: number;
  readonly index: number;
  readonly scope: CompiledScope;
  readonly item: MapContextItem | null;
  state: string;
  input: Payload;
  variables: VariableScope;
  /** `own` of the variables as JSON text; null when there are none, undefined when it must be made again. */
  variablesJson: string | null | undefined;
  entered: boolean;
  enteredEventId: number;
  enteredMs: number;
  /** Id of the event that the next one follows. */
  cursor: number;
  /** What `cursor` was before the state was entered. */
  beforeEntry: number;
  /** How often each Retrier of the state was used since it was entered. */
  retries: number[];
  wait: Wait | null;
  signals: Signal[];
  timers: Timer[];
  /** Branches or iterations of the state the thread is in. */
  children: Children | null;
  /** The thread has run its last state; `input` is its result. */
  ended: boolean;
  queued: boolean;
  /** A step that could not continue at once; `ready` when what it waits for is there. */
  putOff: { readonly evaluations: StepEvaluations; readonly ready: boolean } | null;
}

export interface Children {
  readonly members: Thread[];
  readonly items: readonly JsonValue[] | null;
  readonly inputs: readonly JsonValue[] | null;
  readonly shared: Payload | null;
  done: number;
}
