import type { Engine } from "./engine.ts";
import type { Execution } from "./execution.ts";
import { finishExecution } from "./finish-execution.ts";

export function stopExecution(
  engine: Engine,
  execution: Execution,
  reason: { readonly error?: string; readonly cause?: string },
): void {
  // The service chains what ends an execution from outside to no event.
  finishExecution(engine, execution, { status: "ABORTED", ...reason }, 0);
}
