import type { ExecutionRecord } from "./execution.ts";

/** The result of a `.sync:2` task: DescribeExecution's answer with payloads as JSON and times in milliseconds. */
export function executionDescription(record: ExecutionRecord): Record<string, unknown> {
  const { output, error, cause, stopMs } = record;
  return {
    ...(cause === undefined ? {} : { Cause: cause }),
    ...(error === undefined ? {} : { Error: error }),
    ExecutionArn: record.arn,
    Input: JSON.parse(record.input),
    InputDetails: { Included: true },
    Name: record.name,
    ...(output === undefined ? {} : { Output: JSON.parse(output), OutputDetails: { Included: true } }),
    RedriveCount: record.redriveCount,
    StartDate: record.startMs,
    StateMachineArn: record.machineArn,
    Status: record.status,
    ...(stopMs === undefined ? {} : { StopDate: stopMs }),
  };
}
