import { childEnded, childFailed } from "./children.ts";
import type { Engine } from "./engine.ts";
import type { Thread } from "./execution.ts";
import type { Failure } from "./failure.ts";
import { finishExecution } from "./finish-execution.ts";

/** The thread has left its last state; its input is its result. */
export function endThread(engine: Engine, thread: Thread): void {
  thread.ended = true;
  if (thread.parent !== null) {
    childEnded(engine, thread);
    return;
  }
  finishExecution(
    engine,
    thread.execution,
    { status: "SUCCEEDED", output: thread.input.json },
    thread.cursor,
  );
}

/** Nothing in the thread caught the failure. */
export function failThread(engine: Engine, thread: Thread, failure: Failure): void {
  const { error, cause } = failure;
  if (thread.parent !== null) {
    thread.ended = true;
    childFailed(engine, thread, failure);
    return;
  }
  const ending = { status: "FAILED" as const, ...defined({ error, cause }) };
  finishExecution(engine, thread.execution, ending, thread.cursor);
}

function defined(members: { error: string | undefined; cause: string | undefined }): Failure {
  return {
    ...(members.error === undefined ? {} : { error: members.error }),
    ...(members.cause === undefined ? {} : { cause: members.cause }),
  };
}
