import { Duration, type Stack, Validations } from "aws-cdk-lib";
import { Rule, RuleTargetInput, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import { Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { IKey } from "aws-cdk-lib/aws-kms";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import { SqsDestination } from "aws-cdk-lib/aws-lambda-destinations";
import { CfnScheduleGroup } from "aws-cdk-lib/aws-scheduler";
import { Queue } from "aws-cdk-lib/aws-sqs";
import {
  mostLateSeconds,
  type ScheduleTarget,
  scheduleGroupName,
  scheduleLook,
} from "#shared/contracts/batch/schedule-event.ts";
import { scheduleDeadLetterQueueName } from "#shared/contracts/farm/queue-names.ts";
import { queueSettings } from "#shared/contracts/farm/queue-settings.ts";
import type { Stage } from "#shared/contracts/values/stage.ts";
import { keyStatement } from "./customer-key.ts";
import { allow, queueEncryption } from "./storage-access.ts";

/** What the API creates schedules with, as its function gets it. */
export type ScheduleParts = ScheduleTarget;

/** The group's own, with everything in it. */
export const scheduleArns = (stack: Stack, stage: Stage): string =>
  stack.formatArn({
    service: "scheduler",
    resource: "schedule",
    resourceName: `${scheduleGroupName(stage)}/*`,
  });

/** A group for the schedules, the role by which EventBridge Scheduler calls the function, and where goes what could not be started. */
export function createSchedules(
  scope: Stack,
  runSchedule: IFunction,
  { stage, key }: { readonly stage: Stage; readonly key: IKey | undefined },
) {
  const deadLetters = new Queue(scope, "ScheduleDeadLetters", {
    queueName: scheduleDeadLetterQueueName(stage),
    ...queueEncryption(key),
    enforceSSL: true,
    retentionPeriod: Duration.seconds(queueSettings.deadLetterRetentionSeconds),
  });
  Validations.of(deadLetters).acknowledge({
    id: "AwsSolutions-SQS3",
    reason: "It is the dead-letter queue of schedules, which are made while the farm runs.",
  });
  const group = new CfnScheduleGroup(scope, "ScheduleGroup", { name: scheduleGroupName(stage) });
  const role = new Role(scope, "ScheduleRole", {
    // Only on behalf of this account's schedules of this group.
    assumedBy: new ServicePrincipal("scheduler.amazonaws.com", {
      conditions: { StringEquals: { "aws:SourceAccount": scope.account, "aws:SourceArn": group.attrArn } },
    }),
  });
  role.addToPolicy(allow(["lambda:InvokeFunction"], [runSchedule.functionArn]));
  role.addToPolicy(allow(["sqs:SendMessage"], [deadLetters.queueArn]));
  for (const statement of keyStatement(scope, key, ["sqs"], true)) role.addToPolicy(statement);
  // The service only hands it over: what fails afterwards Lambda tries again.
  runSchedule.configureAsyncInvoke({
    maxEventAge: Duration.seconds(mostLateSeconds),
    retryAttempts: 2,
    onFailure: new SqsDestination(deadLetters),
  });
  if (key !== undefined && runSchedule.role !== undefined)
    Validations.of(runSchedule.role).acknowledge(
      ...["kms:ReEncrypt*", "kms:GenerateDataKey*"].map((action) => ({
        id: `AwsSolutions-IAM5[Action::${action}]`,
        reason: "CDK names the actions so for whoever sends to an encrypted queue, on this one key.",
      })),
    );
  new Rule(scope, "EveryMinuteSchedules", {
    description: "Looks after runs of schedules",
    schedule: Schedule.rate(Duration.minutes(1)),
    targets: [
      new LambdaFunction(runSchedule, { event: RuleTargetInput.fromObject(scheduleLook), retryAttempts: 0 }),
    ],
  });
  const parts: ScheduleParts = {
    groupName: scheduleGroupName(stage),
    functionArn: runSchedule.functionArn,
    roleArn: role.roleArn,
    deadLetterArn: deadLetters.queueArn,
  };
  return { parts, deadLetters };
}
