import type { Outcome } from "../definition-compiler/compiled.ts";
import { childResults, forgetChildren } from "../engine/children.ts";
import type { Leaving, StateRun } from "../engine/state-run.ts";
import type { Signal } from "../engine/wait.ts";

/** A Parallel or inline Map goes on: with all results in order, or with the failure of the first that failed. */
export async function resumeWithChildren(run: StateRun, signal: Signal, leaving: Leaving): Promise<Outcome> {
  if (signal.kind === "childFailed") {
    forgetChildren(run.engine, run.thread);
    const { error, cause } = signal;
    return {
      kind: "failed",
      ...(error === undefined ? {} : { error }),
      ...(cause === undefined ? {} : { cause }),
    };
  }
  const result = childResults(run.thread);
  forgetChildren(run.engine, run.thread);
  run.recordAside(`${run.state.definition.Type}StateSucceeded`);
  const visible = leaving.output === null && leaving.assign === null ? {} : { result: result.value };
  return await run.leave(leaving, visible, result);
}
