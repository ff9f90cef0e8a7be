import type { Execution, Thread } from "../execution/execution.ts";
import { Payload } from "../execution/payload.ts";
import type { MapContextItem } from "../execution/running-state.ts";
import type { Signal, Wait } from "../execution/wait.ts";
import { innerScope } from "../expression/variable-scope.ts";
import type { ThreadRow } from "../journal/journal.ts";
import { newThread } from "./thread.ts";

/** The small part of a thread's row. Members that hold what they hold most of the time are left out. */
interface LiveThread {
  readonly state: string;
  readonly cursor: number;
  readonly parent?: number;
  readonly branch?: number;
  readonly index?: number;
  readonly item?: MapContextItem;
  /** Id and time of the entry, and the cursor before it; absent while the state is not entered. */
  readonly entered?: readonly [eventId: number, atMs: number, before: number];
  readonly retries?: readonly number[];
  readonly wait?: Wait;
  readonly signals?: readonly Signal[];
  readonly ended?: true;
}

export function threadRow(thread: Thread): ThreadRow {
  const live: LiveThread = {
    state: thread.state,
    cursor: thread.cursor,
    ...(thread.parent === null
      ? {}
      : { parent: thread.parent.id, branch: thread.branch, index: thread.index }),
    ...(thread.item === null ? {} : { item: thread.item }),
    ...(thread.entered
      ? { entered: [thread.enteredEventId, thread.enteredMs, thread.beforeEntry] as const }
      : {}),
    ...(thread.retries.length === 0 ? {} : { retries: thread.retries }),
    ...(thread.wait === null ? {} : { wait: thread.wait }),
    ...(thread.signals.length === 0 ? {} : { signals: thread.signals }),
    ...(thread.ended ? { ended: true } : {}),
  };
  let variables: string | null | undefined;
  if (thread.variablesJson === undefined) {
    const { own } = thread.variables;
    variables = Object.keys(own).length === 0 ? null : JSON.stringify(own);
    thread.variablesJson = variables;
  }
  return {
    executionId: thread.execution.record.id,
    threadId: thread.id,
    live: JSON.stringify(live),
    input: thread.input.json,
    variables,
  };
}

/** Puts a thread back into its execution. Rows come in order of thread id, so a parent is there before its children. */
export function restoreThread(execution: Execution, row: ThreadRow): Thread {
  const live: LiveThread = JSON.parse(row.live);
  const parent = live.parent === undefined ? null : (execution.threads.get(live.parent) ?? null);
  const thread = parent === null ? execution.root : childOf(parent, live, row);
  thread.state = live.state;
  thread.cursor = live.cursor;
  thread.input = Payload.ofJson(row.input);
  if (typeof row.variables === "string") {
    thread.variables = { outer: thread.variables.outer, own: JSON.parse(row.variables) };
    thread.variablesJson = row.variables;
  }
  if (live.entered !== undefined) {
    thread.entered = true;
    [thread.enteredEventId, thread.enteredMs, thread.beforeEntry] = live.entered;
  }
  thread.retries = [...(live.retries ?? [])];
  thread.wait = live.wait ?? null;
  thread.signals = [...(live.signals ?? [])];
  thread.ended = live.ended === true;
  execution.threads.set(thread.id, thread);
  execution.nextThreadId = Math.max(execution.nextThreadId, thread.id + 1);
  return thread;
}

function childOf(parent: Thread, live: LiveThread, row: ThreadRow): Thread {
  const branch = live.branch ?? 0;
  const scope = parent.scope.states.get(parent.state)?.branches[branch];
  if (scope === undefined)
    throw new Error(`the journal names branch ${branch} of '${parent.state}', which is not there`);
  const thread = newThread({
    id: row.threadId,
    execution: parent.execution,
    parent,
    branch,
    index: live.index ?? 0,
    scope,
    item: live.item ?? null,
    input: Payload.ofJson(row.input),
    cursor: live.cursor,
  });
  thread.variables = innerScope(parent.variables);
  return thread;
}
