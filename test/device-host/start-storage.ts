import { join } from "node:path";
import { CreateTableCommand } from "@aws-sdk/client-dynamodb";
import { CreateBucketCommand } from "@aws-sdk/client-s3";
import { CreateQueueCommand } from "@aws-sdk/client-sqs";
import { startDynamodbServer, startObjectAndQueueServer, startSecretServer } from "@drover/aws-local";
import { deadLetterQueueName } from "#shared/contracts/farm/queue-names.ts";
import { createArtifacts } from "#shared/storage/artifacts/artifacts.ts";
import { closeAwsClients, createAwsClients } from "#shared/storage/clients/aws-clients.ts";
import type { AwsConfig } from "#shared/storage/clients/aws-config.ts";
import { createRepositories } from "#shared/storage/repositories.ts";
import { tableDefinition } from "#shared/storage/table/table-definition.ts";
import { stage } from "../shared/storage/sample-records.ts";
import { usualRetention } from "../shared/storage/usual-retention.ts";

/** The farm's own stand-ins for DynamoDB, S3, SQS and Secrets Manager, with table and bucket. */
export async function startStorage(dir: string) {
  const database = await startDynamodbServer({ dataDir: join(dir, "dynamodb") });
  const objects = await startObjectAndQueueServer({
    queueDir: join(dir, "queues"),
    objectDir: join(dir, "objects"),
  });
  const secrets = await startSecretServer({
    dataDir: join(dir, "secrets"),
    region: "us-east-1",
    accountId: "000000000000",
  });
  const tableName = "drover-test";
  const bucketName = "drover-test";
  const config = {
    region: "us-east-1",
    endpoints: {
      dynamodb: database.url,
      s3: objects.url,
      sqs: objects.url,
      secretsManager: secrets.url,
    },
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
  } satisfies AwsConfig;
  const clients = createAwsClients(config);
  await clients.dynamodb.send(new CreateTableCommand(tableDefinition(tableName)));
  await clients.s3.send(new CreateBucketCommand({ Bucket: bucketName }));
  await clients.sqs.send(new CreateQueueCommand({ QueueName: deadLetterQueueName(stage) }));
  return {
    config,
    clients,
    tableName,
    bucketName,
    repositories: createRepositories({ ...usualRetention, dynamodb: clients.dynamodb, tableName }),
    artifacts: createArtifacts({ s3: clients.s3, s3Links: clients.s3Links, bucketName }),
    async close(): Promise<void> {
      closeAwsClients(clients);
      await objects.close();
      await secrets.close();
      await database.close();
    },
  };
}
