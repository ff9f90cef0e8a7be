import {
  CreateTableCommand,
  type CreateTableCommandInput,
  ListTablesCommand,
  UpdateContinuousBackupsCommand,
  UpdateTimeToLiveCommand,
} from "@aws-sdk/client-dynamodb";
import { CreateBucketCommand, HeadBucketCommand } from "@aws-sdk/client-s3";
import { CreateSecretCommand } from "@aws-sdk/client-secrets-manager";
import { CreateQueueCommand, SetQueueAttributesCommand } from "@aws-sdk/client-sqs";
import * as z from "zod";
import { account } from "../account.ts";
import { keepQueuePolicy } from "../resource-policies.ts";
import type { ResourceKind } from "./resource-kind.ts";

const Table = z.object({
  TableName: z.string().optional(),
  KeySchema: z.array(z.unknown()),
  AttributeDefinitions: z.array(z.unknown()),
  GlobalSecondaryIndexes: z.array(z.unknown()).optional(),
  BillingMode: z.literal("PAY_PER_REQUEST"),
  PointInTimeRecoverySpecification: z.object({ PointInTimeRecoveryEnabled: z.boolean() }).optional(),
  TimeToLiveSpecification: z.object({ AttributeName: z.string(), Enabled: z.boolean() }).optional(),
});

const table: ResourceKind = async ({ properties, chosenName }, { admin, there, keptTables }) => {
  const {
    TableName = chosenName,
    TimeToLiveSpecification,
    PointInTimeRecoverySpecification,
    ...definition
  } = Table.parse(properties);
  const { TableNames: already = [] } = await admin.dynamodb.send(new ListTablesCommand({}));
  const isKept = keptTables && already.includes(TableName);
  if (!isKept)
    await admin.dynamodb.send(
      new CreateTableCommand({ TableName, ...definition } as CreateTableCommandInput),
    );
  if (TimeToLiveSpecification !== undefined && !isKept)
    await admin.dynamodb.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
  if (PointInTimeRecoverySpecification !== undefined)
    await admin.dynamodb.send(
      new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification }),
    );
  for (const name of [TableName, ...(keptTables ? already : [])]) there.set(name, "AWS::DynamoDB::Table");
  return { ref: TableName, attributes: { Arn: account.arn("dynamodb", `table/${TableName}`) } };
};

const bucket: ResourceKind = async ({ properties, chosenName }, { admin }) => {
  // CloudFormation's own choice is in small letters here, and no longer than a bucket's name may be.
  const fallback = chosenName.toLowerCase().slice(0, 63);
  const { BucketName = fallback } = z.object({ BucketName: z.string().optional() }).parse(properties);
  await admin.s3.send(new CreateBucketCommand({ Bucket: BucketName }));
  return {
    ref: BucketName,
    attributes: {
      Arn: `arn:aws:s3:::${BucketName}`,
      DomainName: `${BucketName}.s3.amazonaws.com`,
      RegionalDomainName: `${BucketName}.s3.${account.region}.amazonaws.com`,
    },
  };
};

/** Attributes of CreateQueue that the stand-in takes; encryption is the service's business. */
const queueAttributes = [
  "VisibilityTimeout",
  "ReceiveMessageWaitTimeSeconds",
  "MessageRetentionPeriod",
  "MaximumMessageSize",
  "DelaySeconds",
] as const;

const Queue = z.looseObject({ QueueName: z.string().optional(), RedrivePolicy: z.unknown().optional() });

const queue: ResourceKind = async ({ properties, chosenName }, { admin, there }) => {
  const { QueueName = chosenName, RedrivePolicy, ...given } = Queue.parse(properties);
  const Attributes: Record<string, string> = {};
  for (const name of queueAttributes) if (given[name] !== undefined) Attributes[name] = String(given[name]);
  if (RedrivePolicy !== undefined) Attributes.RedrivePolicy = JSON.stringify(RedrivePolicy);
  const { QueueUrl = "" } = await admin.sqs.send(new CreateQueueCommand({ QueueName, Attributes }));
  there.set(account.arn("sqs", QueueName), "AWS::SQS::Queue");
  return { ref: QueueUrl, attributes: { Arn: account.arn("sqs", QueueName), QueueName, QueueUrl } };
};

const PolicyOfQueues = z.object({ Queues: z.array(z.string()).min(1), PolicyDocument: z.unknown() });

const queuePolicy: ResourceKind = async ({ properties, chosenName }, { admin, principals }) => {
  const { Queues, PolicyDocument } = PolicyOfQueues.parse(properties);
  const Attributes = { Policy: JSON.stringify(PolicyDocument) };
  for (const QueueUrl of Queues) {
    await admin.sqs.send(new SetQueueAttributesCommand({ QueueUrl, Attributes }));
    keepQueuePolicy(principals.resourcePolicies, { QueueUrl, Attributes });
  }
  return { ref: chosenName };
};

const bucketPolicy: ResourceKind = async ({ properties, chosenName }, { admin, principals }) => {
  const { Bucket, PolicyDocument } = z
    .object({ Bucket: z.string(), PolicyDocument: z.unknown() })
    .parse(properties);
  // It must be there; the stand-in itself knows no policies.
  await admin.s3.send(new HeadBucketCommand({ Bucket }));
  principals.resourcePolicies.set(`arn:aws:s3:::${Bucket}`, PolicyDocument);
  return { ref: chosenName };
};

const Secret = z.object({
  Name: z.string().optional(),
  SecretString: z.string().optional(),
  GenerateSecretString: z.unknown().optional(),
});

const secret: ResourceKind = async ({ properties, chosenName }, { admin }) => {
  const { Name = chosenName, SecretString, GenerateSecretString } = Secret.parse(properties);
  const value = SecretString ?? (GenerateSecretString === undefined ? "" : "generated");
  const { ARN = "" } = await admin.secretsManager.send(
    new CreateSecretCommand({ Name, SecretString: value }),
  );
  return { ref: ARN, attributes: { Id: ARN } };
};

const logGroup: ResourceKind = ({ properties, chosenName }, { there }) => {
  const { LogGroupName = chosenName } = z.object({ LogGroupName: z.string().optional() }).parse(properties);
  there.set(LogGroupName, "AWS::Logs::LogGroup");
  return { ref: LogGroupName, attributes: { Arn: account.arn("logs", `log-group:${LogGroupName}:*`) } };
};

export const storageKinds = {
  "AWS::DynamoDB::Table": table,
  "AWS::S3::Bucket": bucket,
  "AWS::S3::BucketPolicy": bucketPolicy,
  "AWS::SQS::Queue": queue,
  "AWS::SQS::QueuePolicy": queuePolicy,
  "AWS::SecretsManager::Secret": secret,
  "AWS::Logs::LogGroup": logGroup,
} as const satisfies Readonly<Record<string, ResourceKind>>;
