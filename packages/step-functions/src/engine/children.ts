import type { Outcome } from "../definition-compiler/compiled.ts";
import type { JsonValue } from "../expression/json-value.ts";
import type { Engine } from "./engine.ts";
import type { Children, MapItem, Thread } from "./execution.ts";
import { type Failure, RUNTIME_ERROR } from "./failure.ts";
import { Payload } from "./payload.ts";
import type { StateRun } from "./state-run.ts";
import { newThread } from "./thread.ts";
import { deliver, disarm } from "./thread-waits.ts";
import type { ChildrenWait } from "./wait.ts";

/** Starts as many branches or iterations as may run at a time and lets the state wait for all of them. */
export function startChildren(run: StateRun, wait: ChildrenWait): Outcome {
  const { thread, engine } = run;
  thread.children = childrenOf(wait);
  const outcome = run.block(wait);
  const first = Math.min(wait.total, wait.concurrency);
  for (let index = 0; index < first; index += 1) startChild(engine, thread, index, thread.cursor);
  return outcome;
}

export function childrenOf(wait: ChildrenWait): Children {
  const parse = (json: string | undefined) =>
    json === undefined ? null : (JSON.parse(json) as readonly JsonValue[]);
  const items = parse(wait.items);
  const shared = wait.shared === undefined ? null : Payload.ofJson(wait.shared);
  return { members: [], items, inputs: parse(wait.inputs) ?? items, shared, done: 0 };
}

/** The results in the order of branches or items. */
export function childResults(thread: Thread): Payload {
  const results = byIndex(thread).map((child) => child.input.json);
  return Payload.ofJson(`[${results.join(",")}]`);
}

function byIndex({ children }: Thread): readonly Thread[] {
  return [...(children?.members ?? [])].sort((a, b) => a.index - b.index);
}

export function forgetChildren(engine: Engine, parent: Thread): void {
  for (const child of parent.children?.members ?? []) {
    if (child.children !== null) forgetChildren(engine, child);
    parent.execution.threads.delete(child.id);
    engine.changes.threadGone(child);
  }
  parent.children = null;
}

export function childEnded(engine: Engine, child: Thread): void {
  const { parent } = child;
  if (parent?.wait?.kind !== "children" || parent.children === null) return;
  const before = child.cursor;
  if (child.item !== null) {
    child.cursor = engine.record(child.execution, before, "MapIterationSucceeded", iteration(child));
  }
  parent.children.done += 1;
  const started = parent.children.members.length;
  if (started < parent.wait.total) startChild(engine, parent, started, before);
  else if (parent.children.done === parent.wait.total) {
    parent.cursor = child.cursor;
    deliver(engine, parent, { kind: "childrenDone" });
  }
}

/** One failed: the others are taken back, all in the order of their indexes, and the parent's state fails with the same error. */
export function childFailed(engine: Engine, child: Thread, failure: Failure): void {
  const { parent, cursor, execution } = child;
  if (parent === null) return;
  for (const member of byIndex(parent)) {
    if (member === child) recordEndOfFailed(engine, child, failure);
    else if (!member.ended) {
      if (member.item !== null) engine.record(execution, cursor, "MapIterationAborted", iteration(member));
      abortThread(engine, member, cursor);
    }
  }
  parent.cursor = cursor;
  const { error, cause } = failure;
  deliver(engine, parent, {
    kind: "childFailed",
    ...(error === undefined ? {} : { error }),
    ...(cause === undefined ? {} : { cause }),
  });
}

/** The service counts a Task whose failure ends its branch among the states that are cut off. */
function recordEndOfFailed(engine: Engine, child: Thread, { error }: Failure): void {
  const { execution, cursor } = child;
  if (child.item !== null) engine.record(execution, cursor, "MapIterationFailed", iteration(child));
  const type = child.scope.states.get(child.state)?.definition.Type;
  if (type === "Task" && error !== RUNTIME_ERROR) engine.record(execution, cursor, "TaskStateAborted");
}

function abortThread(engine: Engine, thread: Thread, cursor: number): void {
  for (const child of thread.children?.members ?? []) if (!child.ended) abortThread(engine, child, cursor);
  disarm(engine, thread);
  engine.abandonTask(thread.wait);
  const type = thread.scope.states.get(thread.state)?.definition.Type;
  if (thread.entered) engine.record(thread.execution, cursor, `${type}StateAborted`);
  thread.ended = true;
  thread.wait = null;
  thread.signals = [];
  engine.changes.thread(thread);
}

function startChild(engine: Engine, parent: Thread, index: number, cursor: number): void {
  const { execution, children } = parent;
  const state = parent.scope.states.get(parent.state);
  const isMap = children !== null && children.items !== null;
  const branch = isMap ? 0 : index;
  const scope = state?.branches[branch];
  if (scope === undefined || children === null) throw new Error(`'${parent.state}' has no branch ${branch}`);
  const item: MapItem | null = isMap ? { Index: index, Value: children.items?.[index] ?? null } : null;
  const input = isMap ? Payload.ofValue(children.inputs?.[index] ?? null) : (children.shared ?? parent.input);
  const id = execution.nextThreadId;
  execution.nextThreadId += 1;
  const child = newThread({ id, execution, parent, branch, index, scope, item, input, cursor });
  if (item !== null) child.cursor = engine.record(execution, cursor, "MapIterationStarted", iteration(child));
  execution.threads.set(id, child);
  children.members.push(child);
  engine.changes.thread(child);
  engine.ready(child);
}

const iteration = (child: Thread) => ({ name: child.parent?.state ?? "", index: child.index });
