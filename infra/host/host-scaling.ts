import { Duration } from "aws-cdk-lib";
import {
  AdjustmentType,
  type AutoScalingGroup,
  MetricAggregationType,
  StepScalingAction,
} from "aws-cdk-lib/aws-autoscaling";
import {
  Alarm,
  ComparisonOperator,
  MathExpression,
  Metric,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { AutoScalingAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { type MetricName, metricNamespace } from "#shared/contracts/farm/metrics.ts";

interface ScaledPool {
  readonly group: AutoScalingGroup;
  readonly groupName: string;
  readonly stage: string;
  /** As the metrics of pools tell them apart. */
  readonly poolDimension: string;
  readonly devicesOfMachine: number;
}

/** So many machines are missing at least, so many are added: half of what is missing at once, rather one too few. */
const steps = [
  { missing: 1, add: 1 },
  { missing: 2, add: 2 },
  { missing: 4, add: 4 },
  { missing: 8, add: 8 },
] as const;

const period = Duration.minutes(1);

/**
 * Adds machines while more jobs wait than devices of the pool are free, less those that are on their way. None are taken
 * away by an alarm: a machine that has had no job for its idle time ends itself, which cuts no job and ends at zero.
 */
export function scaleOut(pool: ScaledPool): void {
  const { group, groupName, devicesOfMachine } = pool;
  const coming = new Metric({
    namespace: "AWS/AutoScaling",
    metricName: "GroupPendingInstances",
    dimensionsMap: { AutoScalingGroupName: groupName },
    statistic: "Maximum",
    period,
  });
  const missing = new MathExpression({
    label: "machines missing",
    expression: `CEIL((FILL(waiting, 0) - FILL(free, 0)) / ${devicesOfMachine}) - FILL(coming, 0)`,
    usingMetrics: { waiting: gaugeOf(pool, "WaitingJobs"), free: gaugeOf(pool, "FreeDevices"), coming },
    period,
  });
  const action = new StepScalingAction(group, "AddMachines", {
    autoScalingGroup: group,
    adjustmentType: AdjustmentType.CHANGE_IN_CAPACITY,
    metricAggregationType: MetricAggregationType.MAXIMUM,
    estimatedInstanceWarmup: Duration.minutes(2),
  });
  for (const [index, { missing: from, add }] of steps.entries()) {
    const to = steps[index + 1]?.missing;
    // Bounds are counted from the alarm's threshold, which is 1.
    action.addAdjustment({
      adjustment: add,
      lowerBound: from - 1,
      ...(to === undefined ? {} : { upperBound: to - 1 }),
    });
  }
  new Alarm(group, "JobsWaitForMachines", {
    alarmDescription: "Jobs wait, no device is free and no machine is starting: machines are added.",
    metric: missing,
    threshold: 1,
    comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    // A job that comes while a device becomes free is taken within a minute.
    evaluationPeriods: 2,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  }).addAlarmAction(new AutoScalingAction(action));
}

/** Told each minute by the sweep, of a pool without machines too. */
const gaugeOf = ({ stage, poolDimension }: ScaledPool, metricName: MetricName): Metric =>
  new Metric({
    namespace: metricNamespace,
    metricName,
    dimensionsMap: { stage, pool: poolDimension },
    statistic: "Maximum",
    period,
  });
