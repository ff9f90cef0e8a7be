import {
  CreateTableCommand,
  DescribeTimeToLiveCommand,
  ResourceInUseException,
  UpdateTimeToLiveCommand,
} from "@aws-sdk/client-dynamodb";
import { CreateBucketCommand, PutBucketLifecycleConfigurationCommand } from "@aws-sdk/client-s3";
import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  SetQueueAttributesCommand,
  type SQSClient,
} from "@aws-sdk/client-sqs";
import type { TenantId } from "#shared/contracts/ids.ts";
import { deadLetterQueueName, poolQueueName } from "#shared/contracts/queue-names.ts";
import { queueSettings } from "#shared/contracts/queue-settings.ts";
import type { Retention } from "#shared/contracts/retention.ts";
import { localStage } from "#shared/contracts/stage.ts";
import { expiryRules } from "#shared/domain/retention.ts";
import type { AwsClients } from "#shared/storage/aws-clients.ts";
import { tableDefinition, timeToLiveAttribute } from "#shared/storage/table-definition.ts";

interface CloudResources {
  readonly tableName: string;
  readonly bucketName: string;
  readonly tenantId: TenantId;
  readonly retention: Retention;
}

/** Makes what infra/ would deploy, where it is not there yet. */
export async function putCloudResources(
  clients: AwsClients,
  resources: CloudResources,
): Promise<{ readonly deadLetters: DeadLetterQueue }> {
  const { tableName, bucketName, tenantId, retention } = resources;
  const [deadLetters] = await Promise.all([
    putQueues(clients.sqs, tenantId),
    putTable(clients.dynamodb, tableName),
    putBucket(clients.s3, bucketName, retention),
  ]);
  return { deadLetters };
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

interface DeadLetterQueue {
  readonly queueUrl: string;
  readonly queueArn: string;
}

async function putQueues(sqs: SQSClient, tenantId: TenantId): Promise<DeadLetterQueue> {
  const deadLetters = await sqs.send(
    new CreateQueueCommand({
      QueueName: deadLetterQueueName(localStage),
      Attributes: { MessageRetentionPeriod: String(queueSettings.deadLetterRetentionSeconds) },
    }),
  );
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: deadLetters.QueueUrl, AttributeNames: ["QueueArn"] }),
  );
  const pool = await sqs.send(
    new CreateQueueCommand({
      QueueName: poolQueueName(localStage, tenantId, "default"),
      Attributes: {
        VisibilityTimeout: String(queueSettings.visibilitySeconds),
        ReceiveMessageWaitTimeSeconds: String(queueSettings.receiveWaitSeconds),
      },
    }),
  );
  await sqs.send(
    new SetQueueAttributesCommand({
      QueueUrl: pool.QueueUrl,
      Attributes: {
        RedrivePolicy: JSON.stringify({
          deadLetterTargetArn: Attributes?.QueueArn,
          maxReceiveCount: queueSettings.maxReceiveCount,
        }),
      },
    }),
  );
  return { queueUrl: deadLetters.QueueUrl ?? "", queueArn: Attributes?.QueueArn ?? "" };
}
