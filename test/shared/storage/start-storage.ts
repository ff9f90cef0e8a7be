import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { CreateTableCommand } from "@aws-sdk/client-dynamodb";
import { CreateBucketCommand } from "@aws-sdk/client-s3";
import { CreateScheduleGroupCommand } from "@aws-sdk/client-scheduler";
import { CreateQueueCommand } from "@aws-sdk/client-sqs";
import {
  startDynamodbServer,
  startObjectAndQueueServer,
  startSchedulerServer,
  startSecretServer,
} from "@drover/aws-local";
import { scheduleGroupName } from "#shared/contracts/batch/schedule-event.ts";
import { deadLetterQueueName, webhookQueueName } from "#shared/contracts/farm/queue-names.ts";
import { createArtifacts } from "#shared/storage/artifacts/artifacts.ts";
import { closeAwsClients, createAwsClients } from "#shared/storage/clients/aws-clients.ts";
import type { AwsConfig } from "#shared/storage/clients/aws-config.ts";
import { createRepositories } from "#shared/storage/repositories.ts";
import { tableDefinition } from "#shared/storage/table/table-definition.ts";
import { stage } from "./sample-records.ts";
import { usualRetention } from "./usual-retention.ts";

/** DynamoDB, S3 and SQS on ports of their own, with table and bucket; everything ends with `close`. */
export async function startStorage() {
  const dir = await mkdtemp(path.join(tmpdir(), "drover-storage-"));
  const database = await startDynamodbServer({ dataDir: path.join(dir, "tables") });
  const objects = await startObjectAndQueueServer({
    queueDir: path.join(dir, "queues"),
    objectDir: path.join(dir, "objects"),
  });
  const secrets = await startSecretServer({
    dataDir: path.join(dir, "secrets"),
    region: "us-east-1",
    accountId: "000000000000",
  });
  const scheduler = await startSchedulerServer({
    dataDir: path.join(dir, "schedules"),
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
      scheduler: scheduler.url,
    },
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
  } satisfies AwsConfig;
  const clients = createAwsClients(config);
  await clients.dynamodb.send(new CreateTableCommand(tableDefinition(tableName)));
  await clients.s3.send(new CreateBucketCommand({ Bucket: bucketName }));
  await clients.sqs.send(new CreateQueueCommand({ QueueName: deadLetterQueueName(stage) }));
  await clients.scheduler.send(new CreateScheduleGroupCommand({ Name: scheduleGroupName(stage) }));
  for (const QueueName of [deadLetterQueueName(stage), webhookQueueName(stage)])
    await clients.sqs.send(new CreateQueueCommand({ QueueName }));
  return {
    config,
    clients,
    tableName,
    bucketName,
    objects,
    repositories: createRepositories({ ...usualRetention, dynamodb: clients.dynamodb, tableName }),
    artifacts: createArtifacts({ s3: clients.s3, s3Links: clients.s3Links, bucketName }),
    async close(): Promise<void> {
      closeAwsClients(clients);
      await objects.close();
      await secrets.close();
      await scheduler.close();
      await database.close();
      await rm(dir, { recursive: true });
    },
  };
}
export type TestStorage = Awaited<ReturnType<typeof startStorage>>;
