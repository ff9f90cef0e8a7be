import type { Leaving, Outcome, RunningState } from "../execution/running-state.ts";
import type { Signal } from "../execution/wait.ts";

/** A Parallel or inline Map continues: with all results in order, or with the failure of the first that failed. */
export async function resumeWithChildren(
  run: RunningState,
  signal: Signal,
  leaving: Leaving,
): Promise<Outcome> {
  if (signal.kind === "childFailed") {
    const { error, cause } = signal;
    return {
      kind: "failed",
      ...(error === undefined ? {} : { error }),
      ...(cause === undefined ? {} : { cause }),
    };
  }
  const result = run.childResults();
  run.recordAside(`${run.type}StateSucceeded`);
  const visible = leaving.output === null && leaving.assign === null ? {} : { result: result.value };
  return await run.leave(leaving, visible, result);
}
