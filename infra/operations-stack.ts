import { CfnOutput, Stack, type StackProps } from "aws-cdk-lib";
import { Alarm, ComparisonOperator, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { Construct } from "constructs";
import { type AlarmName, alarmNames, alarmRecord, type Watched } from "./alarm-list.ts";
import { createDashboard } from "./dashboard.ts";

interface OperationsStackProps extends StackProps {
  readonly watched: Watched;
}

/** What tells an operator: the alarms, where they ring, and one dashboard. */
export class OperationsStack extends Stack {
  constructor(scope: Construct, id: string, { watched, ...props }: OperationsStackProps) {
    super(scope, id, props);
    const { settings } = watched;
    const topic = new Topic(this, "Alarms", {
      topicName: `drover-${settings.stage}-alarms`,
      displayName: `Drover ${settings.stage}`,
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
