import type { Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { CreateTableCommand } from "@aws-sdk/client-dynamodb";
import { startFauxqs } from "fauxqs";
import { createArtifacts } from "#shared/storage/artifacts.ts";
import { type AwsConfig, closeAwsClients, createAwsClients } from "#shared/storage/aws-clients.ts";
import { createRepositories } from "#shared/storage/repositories.ts";
import { tableDefinition } from "#shared/storage/table-definition.ts";

// dynalite has no types of its own.
const dynalite = createRequire(import.meta.url)("dynalite") as (options: { createTableMs: number }) => Server;

/** DynamoDB, S3 and SQS on ports of their own, with table and bucket; everything ends with `close`. */
export async function startStorage() {
  const database = dynalite({ createTableMs: 0 });
  await new Promise<void>((resolve) => database.listen(0, "127.0.0.1", resolve));
  const objects = await startFauxqs({ port: 0, host: "127.0.0.1", logger: false });
  const tableName = "drover-test";
  const bucketName = "drover-test";
  const other = `http://127.0.0.1:${objects.port}`;
  const config = {
    region: "us-east-1",
    endpoints: {
      dynamodb: `http://127.0.0.1:${(database.address() as AddressInfo).port}`,
      s3: other,
      sqs: other,
    },
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
  } satisfies AwsConfig;
  const clients = createAwsClients(config);
  await clients.dynamodb.send(new CreateTableCommand(tableDefinition(tableName)));
  objects.createBucket(bucketName);
  return {
    config,
    clients,
    tableName,
    bucketName,
    objects,
    repositories: createRepositories({ dynamodb: clients.dynamodb, tableName }),
    artifacts: createArtifacts({ s3: clients.s3, s3Links: clients.s3Links, bucketName }),
    async close(): Promise<void> {
      closeAwsClients(clients);
      await objects.stop();
      database.closeAllConnections();
      await new Promise<void>((resolve) => database.close(() => resolve()));
    },
  };
}
export type TestStorage = Awaited<ReturnType<typeof startStorage>>;
