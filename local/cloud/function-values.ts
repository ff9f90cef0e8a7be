import { type ScheduleTarget, scheduleGroupName } from "#shared/contracts/batch/schedule-event.ts";
import { scheduleDeadLetterQueueName } from "#shared/contracts/farm/queue-names.ts";
import type { Retention } from "#shared/contracts/farm/retention.ts";
import type { FunctionName } from "#shared/contracts/functions/functions.ts";
import { localStage } from "#shared/contracts/values/stage.ts";
import type { WebhookReach } from "#shared/contracts/webhook/webhook-reach.ts";
import { arnOf, identity, machineArn, resourceNames } from "./cloud-identity.ts";
import type { CloudOptions } from "./cloud-options.ts";

/** As infra/schedules.ts makes it. */
const scheduleTarget: ScheduleTarget = {
  groupName: scheduleGroupName(localStage),
  functionArn: arnOf("lambda", `function:${"run-schedule" satisfies FunctionName}`),
  roleArn: `arn:aws:iam::${identity.accountId}:role/drover-schedules`,
  deadLetterArn: arnOf("sqs", scheduleDeadLetterQueueName(localStage)),
};

interface Settings {
  readonly model: CloudOptions["model"];
  readonly retention: Retention;
  readonly webhookQueueUrl: string;
  readonly webhookReach: WebhookReach;
}

/** The variables of all functions, as their template gives them. */
export const functionValues = ({ model, retention, webhookQueueUrl, webhookReach }: Settings) => ({
  DROVER_TABLE_NAME: resourceNames.tableName,
  DROVER_BUCKET_NAME: resourceNames.bucketName,
  DROVER_RETENTION: JSON.stringify(retention),
  DROVER_DEFAULT_PROVIDER: model.defaultProvider,
  DROVER_DEFAULT_MODEL: model.defaultModel,
  DROVER_MODEL_PROVIDERS: JSON.stringify(model.providers),
  DROVER_STAGE: localStage,
  // The farm's own tokens.
  DROVER_TOKEN_RULES: "{}",
  DROVER_JOB_STATE_MACHINE_ARN: machineArn("job"),
  DROVER_WORKFLOW_STATE_MACHINE_ARN: machineArn("workflow"),
  DROVER_ROLES_STATE_MACHINE_ARN: machineArn("roles"),
  DROVER_BATCH_STATE_MACHINE_ARN: machineArn("batch"),
  DROVER_SCHEDULE_TARGET: JSON.stringify(scheduleTarget),
  DROVER_WEBHOOK_QUEUE_URL: webhookQueueUrl,
  DROVER_WEBHOOK_REACH: webhookReach,
});
