import type { WriterConfig } from "../definition/asl.ts";
import type { JsonObject, JsonValue } from "../expression/json-value.ts";

/** How one child workflow ended. Times are milliseconds since the epoch; `input` and `output` are JSON text. */
export interface FinishedChild {
  readonly status: "SUCCEEDED" | "FAILED" | "TIMED_OUT" | "ABORTED";
  readonly executionArn: string;
  readonly stateMachineArn: string;
  readonly name: string;
  readonly input: string;
  readonly output?: string;
  readonly error?: string;
  readonly cause?: string;
  readonly startMs: number;
  readonly stopMs: number;
  readonly redriveCount?: number;
  /** Express children are redriven with the Map Run only. */
  readonly express?: boolean;
}

/** A child workflow that the Map Run ended before it could start. */
export interface PendingChild {
  readonly status: "PENDING";
  readonly input: string;
}

export type ChildResult = FinishedChild | PendingChild;

export type ResultGroup = "SUCCEEDED" | "FAILED" | "PENDING";

/** The file a result goes to: everything that started and did not succeed is in FAILED. */
export function groupOf(result: ChildResult): ResultGroup {
  return result.status === "SUCCEEDED" || result.status === "PENDING" ? result.status : "FAILED";
}

function redriveOf(child: FinishedChild): JsonObject {
  if (child.status === "SUCCEEDED") {
    return {
      RedriveStatus: "NOT_REDRIVABLE",
      RedriveStatusReason: "Execution is SUCCEEDED and cannot be redriven",
    };
  }
  return { RedriveStatus: child.express === true ? "REDRIVABLE_BY_MAP_RUN" : "REDRIVABLE" };
}

/** A result with its metadata, with the names and in the order in which the service writes them. */
export function resultRecord(result: ChildResult): JsonObject {
  const input = { Input: result.input, InputDetails: { Included: true } };
  if (result.status === "PENDING") return { ...input, Status: "PENDING" };
  return {
    ...(result.cause === undefined ? {} : { Cause: result.cause }),
    ...(result.error === undefined ? {} : { Error: result.error }),
    ExecutionArn: result.executionArn,
    ...input,
    Name: result.name,
    ...(result.output === undefined ? {} : { Output: result.output, OutputDetails: { Included: true } }),
    RedriveCount: result.redriveCount ?? 0,
    ...redriveOf(result),
    StartDate: new Date(result.startMs).toISOString(),
    StateMachineArn: result.stateMachineArn,
    Status: result.status,
    StopDate: new Date(result.stopMs).toISOString(),
  };
}

/** What stands for one child in the results: its record, its output, or its output's items. Failures stay records. */
export function transformedResult(
  result: ChildResult,
  transformation: NonNullable<WriterConfig["Transformation"]>,
): readonly JsonValue[] {
  if (transformation === "NONE" || result.status !== "SUCCEEDED") return [resultRecord(result)];
  const output: JsonValue = JSON.parse(result.output ?? "null");
  return transformation === "FLATTEN" && Array.isArray(output) ? output : [output];
}
