import type { ExecutionRecord } from "../execution/execution.ts";
import { redriveStatus } from "../execution/redrive-status.ts";

/**
 * What the service tells EventBridge of an execution that ended.
 * https://docs.aws.amazon.com/step-functions/latest/dg/eventbridge-integration.html
 */
export interface ExecutionStatusChange {
  readonly version: "0";
  readonly id: string;
  readonly "detail-type": "Step Functions Execution Status Change";
  readonly source: "aws.states";
  readonly account: string;
  /** Whole seconds. */
  readonly time: string;
  readonly region: string;
  readonly resources: readonly [executionArn: string];
  readonly detail: {
    readonly executionArn: string;
    readonly stateMachineArn: string;
    readonly stateMachineVersionArn: null;
    readonly stateMachineAliasArn: null;
    readonly name: string;
    readonly status: ExecutionRecord["status"];
    /** Unix milliseconds. */
    readonly startDate: number;
    readonly stopDate: number | null;
    /** JSON text; null when it is too long to be told: DescribeExecution has it. */
    readonly input: string | null;
    readonly inputDetails: { readonly included: boolean };
    readonly output: string | null;
    readonly outputDetails: { readonly included: boolean } | null;
    readonly error: string | null;
    readonly cause: string | null;
    readonly redriveCount: number;
    readonly redriveDate: number | null;
    readonly redriveStatus: string;
    readonly redriveStatusReason: string | null;
  };
}

interface Place {
  readonly region: string;
  readonly accountId: string;
  readonly uuid: () => string;
}

/** Of input and output together, as they stand in the event. */
const mostBytes = 248 * 1_024;

export function statusChange(record: ExecutionRecord, place: Place): ExecutionStatusChange {
  const { output = null, error = null, cause = null, stopMs = null, redriveMs = null } = record;
  const { redriveStatus: status, redriveStatusReason = null } = redriveStatus(record);
  const outputBytes = bytesOf(output);
  const tellsOutput = output !== null && outputBytes <= mostBytes;
  const tellsInput = bytesOf(record.input) + outputBytes <= mostBytes;
  return {
    version: "0",
    id: place.uuid(),
    "detail-type": "Step Functions Execution Status Change",
    source: "aws.states",
    account: place.accountId,
    time: `${new Date(stopMs ?? record.startMs).toISOString().slice(0, 19)}Z`,
    region: place.region,
    resources: [record.arn],
    detail: {
      executionArn: record.arn,
      stateMachineArn: record.machineArn,
      stateMachineVersionArn: null,
      stateMachineAliasArn: null,
      name: record.name,
      status: record.status,
      startDate: record.startMs,
      stopDate: stopMs,
      input: tellsInput ? record.input : null,
      inputDetails: { included: tellsInput },
      output: tellsOutput ? output : null,
      outputDetails: output === null ? null : { included: tellsOutput },
      error,
      cause,
      redriveCount: record.redriveCount,
      redriveDate: redriveMs,
      redriveStatus: status,
      redriveStatusReason,
    },
  };
}

/** Escaped, as a string in JSON is. */
const bytesOf = (text: string | null): number =>
  text === null ? 0 : Buffer.byteLength(JSON.stringify(text));
