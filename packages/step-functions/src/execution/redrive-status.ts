import type { ExecutionRecord } from "./execution.ts";

export interface RedriveStatus {
  readonly redriveStatus: "REDRIVABLE" | "REDRIVABLE_BY_MAP_RUN" | "NOT_REDRIVABLE";
  readonly redriveStatusReason?: string;
}

/** Whether an execution may be redriven, and why not. */
export function redriveStatus({ status, parent }: ExecutionRecord): RedriveStatus {
  if (status === "RUNNING" || status === "SUCCEEDED") {
    const redriveStatusReason = `Execution is ${status} and cannot be redriven`;
    return { redriveStatus: "NOT_REDRIVABLE", redriveStatusReason };
  }
  return { redriveStatus: parent?.kind === "mapRun" ? "REDRIVABLE_BY_MAP_RUN" : "REDRIVABLE" };
}
