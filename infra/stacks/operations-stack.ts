import { ArnFormat, CfnOutput, Duration, RemovalPolicy, Stack, type StackProps } from "aws-cdk-lib";
import { Alarm, ComparisonOperator, type Metric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { Rule } from "aws-cdk-lib/aws-events";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { IKey } from "aws-cdk-lib/aws-kms";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { Construct } from "constructs";
import { defined } from "#shared/values/defined.ts";
import { type AlarmName, alarmNames, alarmRecord, type Watched } from "../alarm-list.ts";
import { createDashboard } from "../dashboard.ts";
import { hostGroupName } from "../host-pools.ts";
import type { Settings } from "../settings.ts";

interface OperationsStackProps extends StackProps {
  readonly watched: Omit<Watched, "failedLaunches">;
  readonly key: IKey | undefined;
}

/** What tells an operator: the alarms, where they ring, and one dashboard. */
export class OperationsStack extends Stack {
  constructor(scope: Construct, id: string, { watched: given, key, ...props }: OperationsStackProps) {
    super(scope, id, props);
    const { settings } = given;
    const watched = { ...given, failedLaunches: countFailedLaunches(this, settings, key) };
    const topic = new Topic(this, "Alarms", {
      topicName: `drover-${settings.stage}-alarms`,
      displayName: `Drover ${settings.stage}`,
      ...defined({ masterKey: key }),
      enforceSSL: true,
    });
    if (settings.alarmEmail !== undefined) topic.addSubscription(new EmailSubscription(settings.alarmEmail));
    const action = new SnsAction(topic);
    const alarms = alarmNames.flatMap((name) => createAlarms(this, name, watched));
    for (const alarm of alarms) {
      alarm.addAlarmAction(action);
      alarm.addOkAction(action);
    }
    const dashboard = createDashboard(this, watched, alarms);
    new CfnOutput(this, "AlarmTopicArn", { value: topic.topicArn });
    new CfnOutput(this, "DashboardName", { value: dashboard.dashboardName });
  }
}

/** Auto Scaling tells of them by events alone: each lies in a log, with its reason. */
function countFailedLaunches(
  scope: Stack,
  { stage, hostPools }: Settings,
  key: IKey | undefined,
): Metric | undefined {
  if (hostPools.length === 0) return undefined;
  const logGroupName = `/aws/events/drover-${stage}-failed-launches`;
  const logs = new LogGroup(scope, "FailedLaunches", {
    logGroupName,
    ...defined({ encryptionKey: key }),
    retention: RetentionDays.ONE_MONTH,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  logs.addToResourcePolicy(
    new PolicyStatement({
      principals: [
        new ServicePrincipal("events.amazonaws.com"),
        new ServicePrincipal("delivery.logs.amazonaws.com"),
      ],
      actions: ["logs:CreateLogStream", "logs:PutLogEvents"],
      resources: [logs.logGroupArn],
    }),
  );
  // EventBridge wants the ARN without the `:*` of a policy's.
  const arn = scope.formatArn({
    service: "logs",
    resource: "log-group",
    resourceName: logGroupName,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
  const rule = new Rule(scope, "LaunchesFail", {
    eventPattern: {
      source: ["aws.autoscaling"],
      detailType: ["EC2 Instance Launch Unsuccessful"],
      detail: { AutoScalingGroupName: hostPools.map((pool) => hostGroupName(stage, pool)) },
    },
    targets: [{ bind: () => ({ arn }) }],
  });
  rule.node.addDependency(logs);
  return logs.metricIncomingLogEvents({ statistic: "Sum", period: Duration.minutes(5) });
}

function createAlarms(scope: Stack, name: AlarmName, watched: Watched): readonly Alarm[] {
  const { says, metrics, threshold, below = false, periods } = alarmRecord(name);
  const { settings } = watched;
  return metrics(watched).map((metric, index) => {
    const part = index === 0 ? "" : String(index + 1);
    return new Alarm(scope, `${name}${part}`, {
      alarmName: `drover-${settings.stage}-${name}${part}`,
      alarmDescription: `Drover ${settings.stage}: ${says}. What to do: docs/operations.md, ${name}.`,
      metric,
      threshold: typeof threshold === "number" ? threshold : threshold(settings),
      evaluationPeriods: periods,
      comparisonOperator: below
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      // Nothing told is nothing wrong, but for what must be told.
      treatMissingData: below ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
  });
}
