import type { CompiledScope } from "../execution/compiled.ts";
import type { Execution, Thread } from "../execution/execution.ts";
import type { Payload } from "../execution/payload.ts";
import type { MapContextItem } from "../execution/running-state.ts";
import { emptyScope, innerScope } from "../expression/variable-scope.ts";

export interface ThreadStart {
  readonly id: number;
  readonly execution: Execution;
  readonly parent: Thread | null;
  readonly branch: number;
  readonly index: number;
  readonly scope: CompiledScope;
  readonly item: MapContextItem | null;
  readonly input: Payload;
  readonly cursor: number;
}

/** A thread that is before the first state of its scope. */
export function newThread(start: ThreadStart): Thread {
  return {
    ...start,
    state: start.scope.startAt,
    variables: start.parent === null ? emptyScope : innerScope(start.parent.variables),
    variablesJson: null,
    entered: false,
    enteredEventId: 0,
    enteredMs: 0,
    beforeEntry: start.cursor,
    retries: [],
    wait: null,
    signals: [],
    timers: [],
    children: null,
    ended: false,
    queued: false,
    putOff: null,
  };
}

/** Builds an execution around its root thread, which needs the execution to exist first. */
export function newExecution(
  parts: Omit<Execution, "root" | "threads" | "nextThreadId" | "fresh" | "timeout" | "historyFull">,
  input: Payload,
): Execution {
  const threads = new Map<number, Thread>();
  const started = { threads, nextThreadId: 1, fresh: [], timeout: null, historyFull: false };
  const execution = { ...parts, ...started } as unknown as Execution;
  const root = newThread({
    id: 0,
    execution,
    parent: null,
    branch: 0,
    index: 0,
    scope: parts.machine.root,
    item: null,
    input,
    cursor: 0,
  });
  threads.set(0, root);
  return Object.assign(execution, { root });
}
