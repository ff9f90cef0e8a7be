import {
  type HistoryEvent,
  paginateGetExecutionHistory,
  paginateListExecutions,
  paginateListMapRuns,
  paginateListStateMachines,
  type SFNClient,
} from "@aws-sdk/client-sfn";

export interface ExecutionCounts {
  readonly executions: number;
  readonly transitions: number;
  readonly events: number;
  /** Of the log that each state machine writes: what failed, without what states were given (infra/state-machine.ts). */
  readonly logBytes: number;
}

/** Of the level ERROR: https://docs.aws.amazon.com/step-functions/latest/dg/cloudwatch-log-level.html */
const loggedTypes = /(Failed|TimedOut|Aborted)$|^FailStateEntered$/;

/** By the histories of all executions that began since then. */
export async function executionsSince(sfn: SFNClient, since: Date): Promise<ExecutionCounts> {
  const counts = { executions: 0, transitions: 0, events: 0, logBytes: 0 };
  for await (const { stateMachines = [] } of paginateListStateMachines({ client: sfn }, {})) {
    for (const { stateMachineArn } of stateMachines) {
      for (const executionArn of await executionsOf(sfn, { stateMachineArn }, since)) {
        for (const childArn of [executionArn, ...(await childrenOf(sfn, executionArn, since))]) {
          const events = await historyOf(sfn, childArn);
          counts.executions += 1;
          counts.events += events.length;
          counts.transitions += transitionsOf(events);
          counts.logBytes += events
            .filter(({ type = "" }) => loggedTypes.test(type))
            .reduce((sum, event) => sum + loggedBytes(event, childArn), 0);
        }
      }
    }
  }
  return counts;
}

async function executionsOf(
  sfn: SFNClient,
  of: { readonly stateMachineArn: string | undefined } | { readonly mapRunArn: string | undefined },
  since: Date,
): Promise<readonly string[]> {
  const arns: string[] = [];
  for await (const { executions = [] } of paginateListExecutions({ client: sfn }, of))
    for (const { executionArn = "", startDate } of executions)
      if (startDate !== undefined && startDate >= since) arns.push(executionArn);
  return arns;
}

/** Of its Distributed Maps. */
async function childrenOf(sfn: SFNClient, executionArn: string, since: Date): Promise<readonly string[]> {
  const arns: string[] = [];
  for await (const { mapRuns = [] } of paginateListMapRuns({ client: sfn }, { executionArn }))
    for (const { mapRunArn } of mapRuns) arns.push(...(await executionsOf(sfn, { mapRunArn }, since)));
  return arns;
}

async function historyOf(sfn: SFNClient, executionArn: string): Promise<readonly HistoryEvent[]> {
  const all: HistoryEvent[] = [];
  for await (const { events = [] } of paginateGetExecutionHistory({ client: sfn }, { executionArn }))
    all.push(...events);
  return all;
}

/** Each state entered; a task that was tried again is billed as another. */
function transitionsOf(events: readonly HistoryEvent[]): number {
  const count = (pattern: RegExp): number => events.filter(({ type = "" }) => pattern.test(type)).length;
  const tries = count(/^(Task|LambdaFunction)Scheduled$/);
  return count(/StateEntered$/) + Math.max(0, tries - count(/^TaskStateEntered$/));
}

const executionData = new Set(["input", "output", "parameters", "result"]);

function loggedBytes(event: HistoryEvent, executionArn: string): number {
  const { id, type, previousEventId, timestamp, ...rest } = event;
  const details = Object.values(rest).flatMap((part) => Object.entries(part ?? {}));
  const record = {
    id: String(id),
    type,
    details: Object.fromEntries(details.filter(([name]) => !executionData.has(name))),
    redrive_count: "0",
    previous_event_id: String(previousEventId),
    event_timestamp: String(timestamp?.getTime()),
    execution_arn: executionArn,
  };
  return Buffer.byteLength(JSON.stringify(record));
}
