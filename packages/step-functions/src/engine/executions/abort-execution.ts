import type { Execution } from "../../execution/execution.ts";
import type { World } from "../world.ts";
import { finishExecution } from "./finish-execution.ts";

export function abortExecution(
  world: World,
  execution: Execution,
  reason: { readonly error?: string; readonly cause?: string },
): void {
  // The service chains what ends an execution from outside to no event.
  finishExecution(world, execution, { status: "ABORTED", ...reason }, 0);
}
