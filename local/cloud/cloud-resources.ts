import {
  CreateTableCommand,
  DescribeTimeToLiveCommand,
  ResourceInUseException,
  UpdateTimeToLiveCommand,
} from "@aws-sdk/client-dynamodb";
import { CreateBucketCommand, PutBucketLifecycleConfigurationCommand } from "@aws-sdk/client-s3";
import { ConflictException, CreateScheduleGroupCommand } from "@aws-sdk/client-scheduler";
import { CreateQueueCommand, GetQueueAttributesCommand, type SQSClient } from "@aws-sdk/client-sqs";
import { scheduleGroupName } from "#shared/contracts/batch/schedule-event.ts";
import {
  deadLetterQueueName,
  scheduleDeadLetterQueueName,
  webhookQueueName,
} from "#shared/contracts/farm/queue-names.ts";
import { queueSettings, webhookQueueSettings } from "#shared/contracts/farm/queue-settings.ts";
import type { Retention } from "#shared/contracts/farm/retention.ts";
import { PoolName, type TenantId } from "#shared/contracts/values/ids.ts";
import { localStage } from "#shared/contracts/values/stage.ts";
import { expiryRules } from "#shared/rules/retention.ts";
import type { AwsClients } from "#shared/storage/clients/aws-clients.ts";
import { makePool } from "#shared/storage/make-pool.ts";
import { createRepositories } from "#shared/storage/repositories.ts";
import { tableDefinition, timeToLiveAttribute } from "#shared/storage/table/table-definition.ts";

interface CloudResources {
  readonly tableName: string;
  readonly bucketName: string;
  readonly tenantId: TenantId;
  readonly retention: Retention;
  readonly now: () => Date;
}

/** Makes what infra/ would deploy, where it is not there yet, and the tenant's first pool. */
export async function putCloudResources(
  clients: AwsClients,
  resources: CloudResources,
): Promise<{
  readonly deadLetters: MadeQueue;
  readonly scheduleDeadLetters: MadeQueue;
  readonly webhooks: MadeQueue;
}> {
  const { tableName, bucketName, tenantId, retention, now } = resources;
  const kept = { MessageRetentionPeriod: String(queueSettings.deadLetterRetentionSeconds) };
  const [deadLetters, scheduleDeadLetters] = await Promise.all([
    putQueue(clients.sqs, deadLetterQueueName(localStage), kept),
    putQueue(clients.sqs, scheduleDeadLetterQueueName(localStage), kept),
    putScheduleGroup(clients.scheduler),
    putTable(clients.dynamodb, tableName),
    putBucket(clients.s3, bucketName, retention),
  ]);
  const webhooks = await putQueue(clients.sqs, webhookQueueName(localStage), {
    VisibilityTimeout: String(webhookQueueSettings.visibilitySeconds),
    RedrivePolicy: JSON.stringify({
      deadLetterTargetArn: deadLetters.queueArn,
      maxReceiveCount: webhookQueueSettings.maxReceiveCount,
    }),
  });
  // Elsewhere whoever runs the farm makes the first pool: drover pools create default.
  const { pools } = createRepositories({ dynamodb: clients.dynamodb, tableName, retention, now });
  const services = { sqs: clients.sqs, stage: localStage, pools, now };
  await makePool(services, { tenantId, pool: PoolName.parse("default") });
  return { deadLetters, scheduleDeadLetters, webhooks };
}

async function putBucket(s3: AwsClients["s3"], bucketName: string, retention: Retention): Promise<void> {
  await s3.send(new CreateBucketCommand({ Bucket: bucketName }));
  const rules = expiryRules(retention).map(({ prefix, days }) => ({
    ID: `expire ${prefix}`,
    Status: "Enabled" as const,
    Filter: { Prefix: prefix },
    Expiration: { Days: days },
  }));
  await s3.send(
    new PutBucketLifecycleConfigurationCommand({
      Bucket: bucketName,
      LifecycleConfiguration: {
        Rules: [
          ...rules,
          {
            ID: "abort uploads",
            Status: "Enabled",
            Filter: { Prefix: "" },
            AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
          },
        ],
      },
    }),
  );
}

async function putTable(dynamodb: AwsClients["dynamodb"], tableName: string): Promise<void> {
  await dynamodb.send(new CreateTableCommand(tableDefinition(tableName))).catch((error: unknown) => {
    if (!(error instanceof ResourceInUseException)) throw error;
  });
  const { TimeToLiveDescription: current } = await dynamodb.send(
    new DescribeTimeToLiveCommand({ TableName: tableName }),
  );
  if (current?.TimeToLiveStatus === "ENABLED") return;
  await dynamodb.send(
    new UpdateTimeToLiveCommand({
      TableName: tableName,
      TimeToLiveSpecification: { AttributeName: timeToLiveAttribute, Enabled: true },
    }),
  );
}

interface MadeQueue {
  readonly queueUrl: string;
  readonly queueArn: string;
}

async function putScheduleGroup(scheduler: AwsClients["scheduler"]): Promise<void> {
  const command = new CreateScheduleGroupCommand({ Name: scheduleGroupName(localStage) });
  await scheduler.send(command).catch((error: unknown) => {
    if (!(error instanceof ConflictException)) throw error;
  });
}

async function putQueue(
  sqs: SQSClient,
  QueueName: string,
  Attributes: Readonly<Record<string, string>>,
): Promise<MadeQueue> {
  const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName, Attributes }));
  const { Attributes: made } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ["QueueArn"] }),
  );
  return { queueUrl: QueueUrl ?? "", queueArn: made?.QueueArn ?? "" };
}
