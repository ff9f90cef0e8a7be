/** How a task ended, as its integration or the holder of its token tells it. */
export type Settlement =
  | { readonly ok: true; readonly output: string }
  | { readonly ok: false; readonly error?: string; readonly cause?: string };

/**
 * What a thread waits for. It is plain JSON and part of the thread's row in the journal, so it says everything
 * a restarted engine needs to continue: due times are absolute, tokens are kept, and what was answered is not asked again.
 */
export type Wait = TimerWait | TaskWait | ChildrenWait | MapRunWait;

/** A Wait state, or the pause before another attempt. */
export interface TimerWait {
  readonly kind: "timer" | "retry";
  readonly dueMs: number;
  /** A Wait until a Timestamp: due when the clock says so, not after a pause. */
  readonly timeOfDay?: true;
}

export interface TaskWait {
  readonly kind: "task";
  /** Tells the answer of this attempt from one of an earlier attempt that comes late. */
  readonly attempt: number;
  /** The evaluated Arguments, as JSON text. */
  readonly request: string;
  readonly token?: string;
  readonly timeoutDueMs?: number;
  readonly heartbeatMs?: number;
  heartbeatDueMs?: number;
  /** The request was sent and answered; what is awaited now is the token or the nested execution. */
  submitted?: boolean;
  /** A token that was answered before the request that carried it was: kept until the request's answer is recorded. */
  early?: Settlement | undefined;
  /** The nested execution of `.sync` whose end is awaited. */
  childArn?: string;
}

/** Parallel branches or iterations of an inline Map; who is done and with what is in the children's own rows. */
export interface ChildrenWait {
  readonly kind: "children";
  readonly total: number;
  readonly concurrency: number;
  /** JSON text of the items of a Map; absent for Parallel. */
  readonly items?: string;
  /** JSON text of the input that all branches of a Parallel share. */
  readonly shared?: string;
  /** JSON text of the iterations' inputs, where an ItemSelector made others of the items. */
  readonly inputs?: string;
}

/** A Distributed Map: its items are being read, its child executions run, or its results are being gathered. */
export interface MapRunWait {
  readonly kind: "mapRun";
  readonly mapRunArn: string;
}

/** What wakes a thread up. */
export type Signal =
  | { readonly kind: "timer" }
  | { readonly kind: "submitted"; readonly output: string; readonly childArn?: string }
  | { readonly kind: "settled"; readonly settlement: Settlement }
  | { readonly kind: "timedOut"; readonly heartbeat: boolean }
  | { readonly kind: "childrenDone" }
  | { readonly kind: "childFailed"; readonly error?: string; readonly cause?: string };
