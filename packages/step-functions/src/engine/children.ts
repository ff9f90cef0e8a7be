import type { Children, Thread } from "../execution/execution.ts";
import { type Failure, RUNTIME_ERROR } from "../execution/failure.ts";
import { Payload } from "../execution/payload.ts";
import type { MapContextItem } from "../execution/running-state.ts";
import type { ChildrenWait } from "../execution/wait.ts";
import type { JsonValue } from "../expression/json-value.ts";
import { newThread } from "./thread.ts";
import { deliver, disarm } from "./thread-waits.ts";
import type { World } from "./world.ts";

const TEXT_OR_SPACE = /("[^"\\]*(?:\\.[^"\\]*)*")|[ \t\n\r]+/g;

/** The same JSON without the white space between its tokens; numbers keep the digits they were written with. */
function compactJson(json: string): string {
  return /\s/.test(json) ? json.replace(TEXT_OR_SPACE, "$1") : json;
}

/** Starts as many branches or iterations as may run at a time. */
export function startChildren(world: World, thread: Thread, wait: ChildrenWait): void {
  thread.children = childrenOf(wait);
  const first = Math.min(wait.total, wait.concurrency);
  for (let index = 0; index < first; index += 1) startChild(world, thread, index, thread.cursor);
}

export function childrenOf(wait: ChildrenWait): Children {
  const parse = (json: string | undefined): readonly JsonValue[] | null =>
    json === undefined ? null : JSON.parse(json);
  const items = parse(wait.items);
  const shared = wait.shared === undefined ? null : Payload.ofJson(wait.shared);
  return { members: [], items, inputs: parse(wait.inputs) ?? items, shared, done: 0 };
}

/** The results in the order of branches or items. */
export function childResults(thread: Thread): Payload {
  const results = byIndex(thread).map((child) => compactJson(child.input.json));
  return Payload.ofJson(`[${results.join(",")}]`);
}

function byIndex({ children }: Thread): readonly Thread[] {
  return [...(children?.members ?? [])].sort((a, b) => a.index - b.index);
}

/** They are over, and the state that they belonged to has gone on. */
export function forgetChildren(world: World, parent: Thread): void {
  for (const child of parent.children?.members ?? []) {
    if (child.children !== null) forgetChildren(world, child);
    parent.execution.threads.delete(child.id);
    world.changes.threadGone(child);
  }
  parent.children = null;
}

export function childEnded(world: World, child: Thread): void {
  const { parent } = child;
  if (parent?.wait?.kind !== "children" || parent.children === null) return;
  const before = child.cursor;
  if (child.item !== null) {
    child.cursor = world.record(child.execution, before, "MapIterationSucceeded", iteration(child));
  }
  parent.children.done += 1;
  const started = parent.children.members.length;
  if (started < parent.wait.total) startChild(world, parent, started, before);
  else if (parent.children.done === parent.wait.total) {
    parent.cursor = child.cursor;
    deliver(world, parent, { kind: "childrenDone" });
  }
}

/** One failed: the others are taken back, all in the order of their indexes, and the parent's state fails with the same error. */
export function childFailed(world: World, child: Thread, failure: Failure): void {
  const { parent, cursor, execution } = child;
  if (parent === null) return;
  for (const member of byIndex(parent)) {
    if (member === child) recordEndOfFailed(world, child, failure);
    else if (!member.ended) {
      if (member.item !== null) world.record(execution, cursor, "MapIterationAborted", iteration(member));
      abortThread(world, member, cursor);
    }
  }
  parent.cursor = cursor;
  const { error, cause } = failure;
  deliver(world, parent, {
    kind: "childFailed",
    ...(error === undefined ? {} : { error }),
    ...(cause === undefined ? {} : { cause }),
  });
}

/** The service counts a Task whose failure ends its branch among the states that are cut off. */
function recordEndOfFailed(world: World, child: Thread, { error }: Failure): void {
  const { execution, cursor } = child;
  if (child.item !== null) world.record(execution, cursor, "MapIterationFailed", iteration(child));
  const type = child.scope.states.get(child.state)?.definition.Type;
  if (type === "Task" && error !== RUNTIME_ERROR) world.record(execution, cursor, "TaskStateAborted");
}

function abortThread(world: World, thread: Thread, cursor: number): void {
  for (const child of thread.children?.members ?? []) if (!child.ended) abortThread(world, child, cursor);
  disarm(world, thread);
  world.abandonTask(thread.wait);
  const type = thread.scope.states.get(thread.state)?.definition.Type;
  if (thread.entered) world.record(thread.execution, cursor, `${type}StateAborted`);
  thread.ended = true;
  thread.wait = null;
  thread.signals = [];
  world.changes.thread(thread);
}

function startChild(world: World, parent: Thread, index: number, cursor: number): void {
  const { execution, children } = parent;
  const state = parent.scope.states.get(parent.state);
  const isMap = children !== null && children.items !== null;
  const branch = isMap ? 0 : index;
  const scope = state?.branches[branch];
  if (scope === undefined || children === null) throw new Error(`'${parent.state}' has no branch ${branch}`);
  const item: MapContextItem | null = isMap ? { Index: index, Value: children.items?.[index] ?? null } : null;
  const input = isMap ? Payload.ofValue(children.inputs?.[index] ?? null) : (children.shared ?? parent.input);
  const id = execution.nextThreadId;
  execution.nextThreadId += 1;
  const child = newThread({ id, execution, parent, branch, index, scope, item, input, cursor });
  if (item !== null) child.cursor = world.record(execution, cursor, "MapIterationStarted", iteration(child));
  execution.threads.set(id, child);
  children.members.push(child);
  world.changes.thread(child);
  world.ready(child);
}

const iteration = (child: Thread) => ({ name: child.parent?.state ?? "", index: child.index });
