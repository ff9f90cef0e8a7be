import type { Thread } from "../execution/execution.ts";
import { type Failure, namesError, RUNTIME_ERROR } from "../execution/failure.ts";
import { childEnded, childFailed } from "./children.ts";
import { finishExecution } from "./executions/finish-execution.ts";
import type { World } from "./world.ts";

/** The thread has left its last state; its input is its result. */
export function endThread(world: World, thread: Thread): void {
  thread.ended = true;
  if (thread.parent !== null) {
    childEnded(world, thread);
    return;
  }
  finishExecution(world, thread.execution, { status: "SUCCEEDED", output: thread.input.json }, thread.cursor);
}

/** Nothing in the thread caught the failure. A runtime error that no state above names ends the execution at once. */
export function failThread(world: World, thread: Thread, failure: Failure): void {
  const { error, cause } = failure;
  if (thread.parent !== null && (error !== RUNTIME_ERROR || isNamedAbove(thread))) {
    thread.ended = true;
    childFailed(world, thread, failure);
    return;
  }
  const ending = { status: "FAILED" as const, ...defined({ error, cause }) };
  finishExecution(world, thread.execution, ending, thread.cursor);
}

function isNamedAbove({ parent }: Thread): boolean {
  if (parent === null) return false;
  const handlers = parent.scope.states.get(parent.state)?.handlers;
  return (handlers !== undefined && namesError(handlers, RUNTIME_ERROR)) || isNamedAbove(parent);
}

function defined(members: { error: string | undefined; cause: string | undefined }): Failure {
  return {
    ...(members.error === undefined ? {} : { error: members.error }),
    ...(members.cause === undefined ? {} : { cause: members.cause }),
  };
}
