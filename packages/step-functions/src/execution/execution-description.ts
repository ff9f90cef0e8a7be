import type { ExecutionRecord } from "./execution.ts";
import { redriveStatus } from "./redrive-status.ts";

/** The result of a `.sync` task: DescribeExecution's answer with payloads as JSON text and times in milliseconds. */
export function executionDescription(record: ExecutionRecord): Record<string, unknown> {
  const { output, error, cause, stopMs } = record;
  const { redriveStatus: RedriveStatus, redriveStatusReason: RedriveStatusReason } = redriveStatus(record);
  return {
    ...(cause === undefined ? {} : { Cause: cause }),
    ...(error === undefined ? {} : { Error: error }),
    ExecutionArn: record.arn,
    Input: record.input,
    InputDetails: { Included: true },
    Name: record.name,
    ...(output === undefined ? {} : { Output: output, OutputDetails: { Included: true } }),
    RedriveCount: record.redriveCount,
    RedriveStatus,
    ...(RedriveStatusReason === undefined ? {} : { RedriveStatusReason }),
    StartDate: record.startMs,
    StateMachineArn: record.machineArn,
    Status: record.status,
    ...(stopMs === undefined ? {} : { StopDate: stopMs }),
  };
}

/** The same as `.sync:2` gives it: payloads are values, not text. Takes and gives JSON text. */
export function withPayloadValues(description: string): string {
  return JSON.stringify(JSON.parse(description), (key, value: unknown) =>
    (key === "Input" || key === "Output") && typeof value === "string" ? JSON.parse(value) : value,
  );
}
