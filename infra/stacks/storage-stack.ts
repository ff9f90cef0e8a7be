import { Duration, RemovalPolicy, Stack, type StackProps, Validations } from "aws-cdk-lib";
import { AttributeType, BillingMode, ProjectionType, Table, TableEncryption } from "aws-cdk-lib/aws-dynamodb";
import type { IKey } from "aws-cdk-lib/aws-kms";
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  HttpMethods,
  ObjectOwnership,
} from "aws-cdk-lib/aws-s3";
import { Queue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { deadLetterQueueName, webhookQueueName } from "#shared/contracts/farm/queue-names.ts";
import { queueSettings, webhookQueueSettings } from "#shared/contracts/farm/queue-settings.ts";
import type { Retention } from "#shared/contracts/farm/retention.ts";
import type { Stage } from "#shared/contracts/values/stage.ts";
import { expiryRules } from "#shared/rules/retention.ts";
import { primaryKey, secondaryIndexes, timeToLiveAttribute } from "#shared/storage/table/table-definition.ts";
import { defined } from "#shared/values/defined.ts";
import { artifactsBucketName } from "../artifacts-bucket-name.ts";
import { customerKey } from "../customer-key.ts";
import type { Settings } from "../settings.ts";
import { queueEncryption, type Storage, type StoredTable } from "../storage-access.ts";
import { warmThroughput } from "../warm-throughput.ts";

interface StorageStackProps extends StackProps {
  /** Of the console. */
  readonly origin: string;
  readonly settings: Settings;
  readonly retention: Retention;
}

/** What outlives every deployment: the table, the artifacts, the queues. */
export class StorageStack extends Stack {
  readonly table: StoredTable;
  readonly bucket: Bucket;
  readonly key: IKey | undefined;
  /** Where messages go that no host could settle. */
  readonly deadLetters: Queue;
  /** Of deliveries to webhooks. */
  readonly webhooks: Queue;

  constructor(scope: Construct, id: string, { settings, retention, origin, ...props }: StorageStackProps) {
    super(scope, id, props);
    this.key = customerKey(this, settings);
    // The stack's own stays as it is, protected, as the way back.
    const own = createTable(this, settings, this.key);
    const { restoredTable } = settings;
    this.table =
      restoredTable === undefined ? own : Table.fromTableName(this, "RestoredTable", restoredTable);
    this.bucket = createBucket(this, settings, { retention, origin, key: this.key });
    this.deadLetters = createDeadLetters(this, settings.stage, this.key);
    this.webhooks = new Queue(this, "Webhooks", {
      queueName: webhookQueueName(settings.stage),
      ...queueEncryption(this.key),
      enforceSSL: true,
      visibilityTimeout: Duration.seconds(webhookQueueSettings.visibilitySeconds),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: webhookQueueSettings.maxReceiveCount },
    });
  }
}

const key = (name: string) => ({ name, type: AttributeType.STRING });

function createTable(scope: Construct, settings: Settings, encryptionKey: IKey | undefined): Table {
  const table = new Table(scope, "Table", {
    partitionKey: key(primaryKey.partition),
    sortKey: key(primaryKey.sort),
    billingMode: BillingMode.PAY_PER_REQUEST,
    ...(encryptionKey === undefined
      ? { encryption: TableEncryption.AWS_MANAGED }
      : { encryption: TableEncryption.CUSTOMER_MANAGED, encryptionKey }),
    ...defined({ warmThroughput: warmThroughput(settings) }),
    timeToLiveAttribute,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: true,
    removalPolicy: RemovalPolicy.RETAIN,
  });
  for (const { name, partition, sort } of secondaryIndexes) {
    table.addGlobalSecondaryIndex({
      indexName: name,
      partitionKey: key(partition),
      sortKey: key(sort),
      projectionType: ProjectionType.KEYS_ONLY,
    });
  }
  return table;
}

function createBucket(
  scope: Stack,
  { stage, apiOrigins }: Settings,
  {
    retention,
    origin,
    key: encryptionKey,
  }: Pick<StorageStackProps, "retention" | "origin"> & Pick<Storage, "key">,
): Bucket {
  const bucket = new Bucket(scope, "Artifacts", {
    bucketName: artifactsBucketName(scope, stage),
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    ...(encryptionKey === undefined
      ? { encryption: BucketEncryption.S3_MANAGED }
      : { encryption: BucketEncryption.KMS, encryptionKey, bucketKeyEnabled: true }),
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    removalPolicy: RemovalPolicy.RETAIN,
    // The console reads what it was given a link to, and no other page does.
    cors: [
      {
        allowedMethods: [HttpMethods.GET, HttpMethods.HEAD],
        allowedOrigins: [origin, ...apiOrigins],
        exposedHeaders: ["ETag", "Content-Length"],
        maxAge: 3_600,
      },
    ],
    lifecycleRules: [
      { abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ...expiryRules(retention).map(({ prefix, days }) => ({ prefix, expiration: Duration.days(days) })),
    ],
  });
  Validations.of(bucket).acknowledge({
    id: "AwsSolutions-S1",
    reason:
      "Artifacts are read through links that the API issues after its checks and logs; server access logs would add a second bucket of their own to protect and expire.",
  });
  return bucket;
}

/** Pools get their queues when they are made (POST /v1/pools): tenants come without a deployment. */
function createDeadLetters(scope: Construct, stage: Stage, encryptionKey: IKey | undefined): Queue {
  const queue = new Queue(scope, "DeadLetters", {
    queueName: deadLetterQueueName(stage),
    ...queueEncryption(encryptionKey),
    enforceSSL: true,
    retentionPeriod: Duration.seconds(queueSettings.deadLetterRetentionSeconds),
  });
  Validations.of(queue).acknowledge({
    id: "AwsSolutions-SQS3",
    reason:
      "It is the dead-letter queue of all pools, hosts and devices, whose queues are made while the farm runs.",
  });
  return queue;
}
