import type { S3Client } from "@aws-sdk/client-s3";
import type { SchedulerClient } from "@aws-sdk/client-scheduler";
import type { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import type { SFNClient } from "@aws-sdk/client-sfn";
import type { SQSClient } from "@aws-sdk/client-sqs";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { DirectWires } from "../direct/direct-wires.ts";
import type { AwsConfig } from "./aws-config.ts";
import { clientSettings } from "./client-settings.ts";
import { createDynamodbClient } from "./dynamodb-client.ts";
import { createLinkClient, createS3Client, type LinkClient } from "./s3-client.ts";
import { createSchedulerClient } from "./scheduler-client.ts";
import { createSecretsManagerClient } from "./secrets-manager-client.ts";
import { createSfnClient } from "./sfn-client.ts";
import { createSqsClient } from "./sqs-client.ts";

export interface AwsClients {
  readonly s3: S3Client;
  readonly s3Links: LinkClient;
  readonly sqs: SQSClient;
  readonly dynamodb: DynamoDBDocumentClient;
  readonly sfn: SFNClient;
  readonly secretsManager: SecretsManagerClient;
  readonly scheduler: SchedulerClient;
  readonly direct: DirectWires;
}

/** All of them at once, for a process that lives long. */
export function createAwsClients(config: AwsConfig): AwsClients {
  const settings = clientSettings(config);
  return {
    s3: createS3Client(settings),
    s3Links: createLinkClient(settings),
    sqs: createSqsClient(settings),
    dynamodb: createDynamodbClient(settings),
    sfn: createSfnClient(settings),
    secretsManager: createSecretsManagerClient(settings),
    scheduler: createSchedulerClient(settings),
    direct: settings.direct,
  };
}

export function closeAwsClients(clients: AwsClients): void {
  for (const client of Object.values(clients)) client.destroy();
}
