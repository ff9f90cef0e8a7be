import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { EventBridgeClient } from "@aws-sdk/client-eventbridge";
import { LambdaClient } from "@aws-sdk/client-lambda";
import { S3Client } from "@aws-sdk/client-s3";
import { SQSClient } from "@aws-sdk/client-sqs";
import type { SdkClient } from "./sdk-call.ts";

export type ServiceName = "lambda" | "sqs" | "dynamodb" | "eventBridge" | "s3";

/** Where integrations send their requests: ready clients, or endpoints to make clients for. */
export interface ClientSources {
  readonly region: string;
  /** Clients of the AWS SDK, for instance with a `requestHandler` that stays in this process. They win over endpoints. */
  readonly clients?: Readonly<Partial<Record<ServiceName, SdkClient>>>;
  readonly endpoints?: Readonly<Partial<Record<ServiceName, string>>>;
  /** For clients made here; "local" twice when absent. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

export type SdkClients = Readonly<Record<ServiceName, () => SdkClient>>;

/** Clients are made when a task first needs one: an engine that never writes to S3 never loads a client for it. */
export function sdkClients(sources: ClientSources): SdkClients {
  const { region, credentials = { accessKeyId: "local", secretAccessKey: "local" } } = sources;
  const made = new Map<ServiceName, SdkClient>();
  const client = (name: ServiceName, make: (config: ClientConfig) => SdkClient) => () => {
    const ready = sources.clients?.[name] ?? made.get(name);
    if (ready !== undefined) return ready;
    const endpoint = sources.endpoints?.[name];
    if (endpoint === undefined) throw new Error(`no endpoint or client for ${name} was given to the engine`);
    // Retry is the state machine's business: what it does not ask for must not happen behind its back.
    // A copy, because the SDK writes into the object.
    const created = make({ region, endpoint, credentials: { ...credentials }, maxAttempts: 1 });
    made.set(name, created);
    return created;
  };
  return {
    lambda: client("lambda", (config) => new LambdaClient({ ...config, requestHandler: LAMBDA_SOCKETS })),
    // A queue's URL names the host its owner knows; the request goes to the endpoint that was configured.
    sqs: client("sqs", (config) => new SQSClient({ ...config, useQueueUrlAsEndpoint: false })),
    dynamodb: client("dynamodb", (config) => new DynamoDBClient(config)),
    eventBridge: client("eventBridge", (config) => new EventBridgeClient(config)),
    s3: client("s3", (config) => new S3Client({ ...config, forcePathStyle: true })),
  };
}

/** A function may run for 15 minutes, and a thousand of them at a time. */
const LAMBDA_SOCKETS = { requestTimeout: 905_000, httpAgent: { maxSockets: 1_000, keepAlive: true } };

interface ClientConfig {
  readonly region: string;
  readonly endpoint: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly maxAttempts: number;
}
