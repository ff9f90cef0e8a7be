import { Duration } from "aws-cdk-lib";
import { type IMetric, Metric } from "aws-cdk-lib/aws-cloudwatch";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import type { StateMachine } from "aws-cdk-lib/aws-stepfunctions";
import { secondaryIndexes } from "#shared/storage/table/table-definition.ts";
import { droverMetric, mostInFormula, totalOf } from "./drover-metric.ts";
import type { DroverFunction } from "./functions/drover-function.ts";
import type { Settings } from "./settings.ts";

/** What alarms are about. */
export interface Watched {
  readonly settings: Settings;
  readonly functions: readonly DroverFunction[];
  readonly machines: readonly StateMachine[];
  readonly deadLetters: IQueue;
  readonly scheduleDeadLetters: IQueue;
  readonly table: { readonly tableName: string };
  readonly api: { readonly serverErrors: Metric; readonly throttled: Metric; readonly slow: Metric };
  /** Machines of pools that could not be launched; absent: there are no pools of machines. */
  readonly failedLaunches: Metric | undefined;
}

interface AlarmRecord {
  /** For whoever gets it by e-mail; what to do is in docs/operations.md. */
  readonly says: string;
  /** Each gets its own alarm: a formula takes ten metrics at most. */
  readonly metrics: (watched: Watched) => readonly IMetric[];
  /** It rings when the value is so much or more; with `below`, when it is less. */
  readonly threshold: number | ((settings: Settings) => number);
  readonly below?: true;
  /** So many of the metric's periods in a row. */
  readonly periods: number;
}

/** Every alarm by its name, which is its section's in docs/operations.md. */
export const alarmList = {
  ExecutionsFailed: {
    says: "executions of jobs, workflows or batches failed or ran out of time",
    metrics: ({ machines }) => [
      totalOf(
        machines.flatMap((machine) => [machine.metricFailed(), machine.metricTimedOut()]),
        "failed or out of time",
      ),
    ],
    threshold: 1,
    periods: 1,
  },
  ExecutionsThrottled: {
    says: "Step Functions held back states of jobs, workflows or batches",
    metrics: ({ machines }) => [
      totalOf(
        machines.map((machine) => machine.metricThrottled({ statistic: "Sum" })),
        "throttled",
      ),
    ],
    // A burst is tried again by the service itself and costs seconds.
    threshold: 50,
    periods: 2,
  },
  LostJobs: {
    says: "jobs were ended because their execution failed or never started",
    metrics: ({ settings }) => [droverMetric(settings.stage, "LostJobs", "Sum")],
    threshold: 1,
    periods: 1,
  },
  FunctionErrors: {
    says: "functions failed",
    metrics: ({ functions }) => sums(functions, (one) => one.metricErrors(), "errors"),
    threshold: 5,
    periods: 1,
  },
  FunctionThrottles: {
    says: "functions were throttled",
    metrics: ({ functions }) => sums(functions, (one) => one.metricThrottles(), "throttles"),
    threshold: 5,
    periods: 2,
  },
  TableThrottled: {
    says: "DynamoDB throttled reads or writes of the table or an index",
    metrics: ({ table }) => [totalOf(tableThrottles(table), "throttled")],
    // The SDK tries again: a moment in which a partition splits is no trouble.
    threshold: 50,
    periods: 2,
  },
  DeadLetters: {
    says: "commands were completed by no host",
    metrics: ({ settings }) => [droverMetric(settings.stage, "DeadLetters", "Sum")],
    threshold: 1,
    periods: 1,
  },
  DeadLettersUnread: {
    says: "nothing reads the dead-letter queue: states wait for commands that no host will carry out",
    metrics: ({ deadLetters }) => [deadLetters.metricApproximateAgeOfOldestMessage({ statistic: "Maximum" })],
    threshold: 900,
    periods: 1,
  },
  SchedulesMissed: {
    says: "schedules were due whose batch could not be started",
    metrics: ({ scheduleDeadLetters }) => [
      scheduleDeadLetters.metricApproximateNumberOfMessagesVisible({ statistic: "Maximum" }),
    ],
    threshold: 1,
    periods: 1,
  },
  WebhooksGivenUp: {
    says: "events did not reach a webhook within a day, or its receiver replied that it is gone",
    metrics: ({ settings }) => [droverMetric(settings.stage, "WebhooksGivenUp", "Sum")],
    threshold: 1,
    periods: 1,
  },
  ForgedItems: {
    says: "items with values of another key were dropped: a host's credentials are misused",
    metrics: ({ settings }) => [droverMetric(settings.stage, "ForgedItems", "Sum")],
    threshold: 1,
    periods: 1,
  },
  OldestWaitingJob: {
    says: "a job waits for a device too long",
    metrics: ({ settings }) => [droverMetric(settings.stage, "OldestWaitingSeconds", "Maximum")],
    threshold: ({ alarmWaitingSeconds }) => alarmWaitingSeconds,
    periods: 2,
  },
  HostsSilent: {
    says: "hosts send no heartbeat and did not announce a stop",
    metrics: ({ settings }) => [droverMetric(settings.stage, "SilentHosts", "Maximum")],
    threshold: 1,
    periods: 1,
  },
  HostQueueAge: {
    says: "commands are unread at a host that is online",
    metrics: ({ settings }) => [droverMetric(settings.stage, "OldestCommandSeconds", "Maximum")],
    threshold: 120,
    periods: 1,
  },
  LaunchesFailed: {
    says: "machines of hostPools could not be launched",
    metrics: ({ failedLaunches }) => (failedLaunches === undefined ? [] : [failedLaunches]),
    threshold: 1,
    periods: 1,
  },
  DevicesQuarantined: {
    says: "devices are quarantined",
    metrics: ({ settings }) => [droverMetric(settings.stage, "QuarantinedDevices", "Maximum")],
    threshold: 1,
    periods: 3,
  },
  ModelSpend: {
    says: "jobs cost more at model services in an hour than alarmModelDollarsPerHour",
    metrics: ({ settings }) => [droverMetric(settings.stage, "ModelDollars", "Sum", Duration.hours(1))],
    threshold: ({ alarmModelDollarsPerHour }) => alarmModelDollarsPerHour,
    periods: 1,
  },
  ApiThrottled: {
    says: "the API refused requests with 429",
    metrics: ({ api }) => [api.throttled],
    threshold: 10,
    periods: 2,
  },
  ApiErrors: {
    says: "the API responded with 5xx",
    metrics: ({ api }) => [api.serverErrors],
    threshold: 5,
    periods: 1,
  },
  ApiSlow: {
    says: "one request about jobs in twenty took longer than three seconds",
    metrics: ({ api }) => [api.slow],
    threshold: 3_000,
    periods: 3,
  },
  SweepSilent: {
    says: "the sweep does not run: lost jobs stay, and the other alarms get no data",
    metrics: ({ functions }) =>
      functions
        .filter(({ droverName }) => droverName === "sweep-executions")
        .map((sweep) => sweep.metricInvocations()),
    threshold: 1,
    below: true,
    periods: 2,
  },
} as const satisfies Readonly<Record<string, AlarmRecord>>;

export type AlarmName = keyof typeof alarmList;
export const alarmNames = Object.keys(alarmList) as readonly AlarmName[];
export const alarmRecord = (name: AlarmName): AlarmRecord => alarmList[name];

/** An index that cannot keep up throttles writes of the table, and is reported under its own name. */
const tableThrottles = ({ tableName }: Watched["table"]): readonly Metric[] =>
  [{}, ...secondaryIndexes.map(({ name }) => ({ GlobalSecondaryIndexName: name }))].flatMap((index) =>
    ["ReadThrottleEvents", "WriteThrottleEvents"].map(
      (metricName) =>
        new Metric({
          namespace: "AWS/DynamoDB",
          metricName,
          dimensionsMap: { TableName: tableName, ...index },
          statistic: "Sum",
        }),
    ),
  );

function sums(
  functions: readonly IFunction[],
  metricOf: (one: IFunction) => Metric,
  label: string,
): readonly IMetric[] {
  const metrics = functions.map(metricOf);
  const count = Math.ceil(metrics.length / mostInFormula);
  return Array.from({ length: count }, (_none, index) =>
    totalOf(metrics.slice(index * mostInFormula, (index + 1) * mostInFormula), label),
  );
}
