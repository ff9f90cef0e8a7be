import type { Engine } from "./engine.ts";
import type { Execution } from "./execution.ts";
import { finishExecution } from "./finish-execution.ts";

export function stopExecution(
  engine: Engine,
  execution: Execution,
  reason: { readonly error?: string; readonly cause?: string },
): void {
  finishExecution(engine, execution, { status: "ABORTED", ...reason }, execution.root.cursor);
}
