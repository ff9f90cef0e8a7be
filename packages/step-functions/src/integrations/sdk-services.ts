import type { SchemaRef } from "@smithy/types";

/** What every client of the AWS SDK is, as far as a call through it needs. */
export interface SdkClient {
  // The SDK's own overloads cannot be named once for all clients and commands.
  send(command: never, options?: { abortSignal?: AbortSignal }): Promise<unknown>;
}

export const serviceNames = ["dynamodb", "eventBridge", "lambda", "s3", "sns", "sqs"] as const;

/** The services that integrations call; each may be reached at its own address. */
export type ServiceName = (typeof serviceNames)[number];

/** Where integrations send their requests: ready clients, or endpoints to make clients for. */
export interface ClientSources {
  readonly region: string;
  /** Clients of the AWS SDK, for instance with a `requestHandler` that stays in this process. They win over endpoints. */
  readonly clients?: Readonly<Partial<Record<ServiceName, SdkClient>>>;
  readonly endpoints?: Readonly<Partial<Record<ServiceName, string>>>;
  /** For clients made here; "local" twice when absent. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

/** One service's part of the SDK, with a client that reaches the service. */
export interface SdkService {
  readonly client: SdkClient;
  /** A command by the name the API has for it: `PutItem`. */
  command(operation: string, input: object): object;
  /** What the SDK's model says of the operation's request. */
  inputSchema(operation: string): SchemaRef;
}

export type SdkServices = Readonly<Record<ServiceName, () => Promise<SdkService>>>;

interface LoadedSdk {
  readonly sdk: Readonly<Record<string, unknown>>;
  connect(config: ClientConfig): SdkClient;
}

interface ClientConfig {
  readonly region: string;
  readonly endpoint: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly maxAttempts: number;
}

/** A function may run for 15 minutes, and a thousand of them at a time. */
const LAMBDA_SOCKETS = { requestTimeout: 905_000, httpAgent: { maxSockets: 1_000, keepAlive: true } };

const loaders: Readonly<Record<ServiceName, () => Promise<LoadedSdk>>> = {
  async dynamodb() {
    const sdk = await import("@aws-sdk/client-dynamodb");
    return { sdk, connect: (config) => new sdk.DynamoDBClient(config) };
  },
  async eventBridge() {
    const sdk = await import("@aws-sdk/client-eventbridge");
    return { sdk, connect: (config) => new sdk.EventBridgeClient(config) };
  },
  async lambda() {
    const sdk = await import("@aws-sdk/client-lambda");
    return { sdk, connect: (config) => new sdk.LambdaClient({ ...config, requestHandler: LAMBDA_SOCKETS }) };
  },
  async s3() {
    const sdk = await import("@aws-sdk/client-s3");
    return { sdk, connect: (config) => new sdk.S3Client({ ...config, forcePathStyle: true }) };
  },
  async sns() {
    const sdk = await import("@aws-sdk/client-sns");
    return { sdk, connect: (config) => new sdk.SNSClient(config) };
  },
  async sqs() {
    const sdk = await import("@aws-sdk/client-sqs");
    // A queue's URL names the host its owner knows; the request goes to the endpoint that was configured.
    return { sdk, connect: (config) => new sdk.SQSClient({ ...config, useQueueUrlAsEndpoint: false }) };
  },
};

/** What the SDK's model says of an operation's answer, whether or not the service can be reached. */
export async function outputSchema(name: ServiceName, operation: string): Promise<SchemaRef> {
  const { sdk } = await loaders[name]();
  return (sdk[`${operation}$`] as { readonly 5: SchemaRef })[5];
}

/** A service's SDK is loaded when a task first needs it: an engine that never writes to S3 never loads S3. */
export function sdkServices(sources: ClientSources): SdkServices {
  const loaded = new Map<ServiceName, Promise<SdkService>>();
  const service = (name: ServiceName) => () => {
    const ready = loaded.get(name) ?? load(name, sources);
    loaded.set(name, ready);
    return ready;
  };
  return Object.fromEntries(serviceNames.map((name) => [name, service(name)])) as unknown as SdkServices;
}

async function load(name: ServiceName, sources: ClientSources): Promise<SdkService> {
  const {
    region,
    clients,
    endpoints,
    credentials = { accessKeyId: "local", secretAccessKey: "local" },
  } = sources;
  const given = clients?.[name];
  const endpoint = endpoints?.[name];
  if (given === undefined && endpoint === undefined) {
    throw new Error(`no endpoint or client for ${name} was given to the engine`);
  }
  const { sdk, connect } = await loaders[name]();
  return {
    // Retry is the state machine's business: what it does not ask for must not happen behind its back.
    // A copy of the credentials, because the SDK writes into the object.
    client:
      given ?? connect({ region, endpoint: endpoint ?? "", credentials: { ...credentials }, maxAttempts: 1 }),
    command(operation, input) {
      const Command = sdk[`${operation}Command`] as new (input: object) => object;
      return new Command(input);
    },
    inputSchema: (operation) => (sdk[`${operation}$`] as { readonly 4: SchemaRef })[4],
  };
}
