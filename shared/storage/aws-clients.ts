import { DynamoDBClient, type DynamoDBClientConfig } from "@aws-sdk/client-dynamodb";
import { S3Client, type S3ClientConfig } from "@aws-sdk/client-s3";
import { SecretsManagerClient, type SecretsManagerClientConfig } from "@aws-sdk/client-secrets-manager";
import { SFNClient, type SFNClientConfig } from "@aws-sdk/client-sfn";
import { SQSClient, type SQSClientConfig } from "@aws-sdk/client-sqs";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { WireService } from "../http/wire.ts";
import { withDirectCalls } from "./direct/direct-client.ts";
import { DirectWires } from "./direct/direct-wires.ts";
import { directJson, directTables } from "./direct/json-calls.ts";
import { directObjects } from "./direct/object-calls.ts";
import { type LinkSigner, linkSigner } from "./direct/sign-link.ts";
import { unsigned } from "./unsigned.ts";

export type AwsService = "s3" | "sqs" | "dynamodb" | "sfn" | "secretsManager";

interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

export interface AwsConfig {
  readonly region: string;
  /** Instead of AWS's own addresses; how one machine stands in for the cloud. */
  readonly endpoints?: Readonly<Partial<Record<AwsService, string>>>;
  /** Absent: the SDK's default chain (role, environment, profile). */
  readonly credentials?: AwsCredentials;
  /** Signs links to objects, whose key id everybody reads who gets one; absent: `credentials` do. */
  readonly linkCredentials?: AwsCredentials;
  /** A handler that calls a server embedded in this process, instead of going over a socket. */
  readonly requestHandlers?: {
    readonly s3?: NonNullable<S3ClientConfig["requestHandler"]>;
    readonly sqs?: NonNullable<SQSClientConfig["requestHandler"]>;
    readonly dynamodb?: NonNullable<DynamoDBClientConfig["requestHandler"]>;
    readonly sfn?: NonNullable<SFNClientConfig["requestHandler"]>;
    readonly secretsManager?: NonNullable<SecretsManagerClientConfig["requestHandler"]>;
  };
  /** Services of this process, for the calls that a step is made of. */
  readonly wires?: Readonly<Partial<Record<DirectService, WireService>>>;
}

/** Whose frequent calls need not go through the SDK's stack (docs/decisions/0111-direct-calls.md). */
type DirectService = "s3" | "sqs" | "dynamodb" | "sfn";

export interface AwsClients {
  readonly s3: S3Client;
  /** For links alone. */
  readonly s3Links: LinkClient;
  readonly sqs: SQSClient;
  readonly dynamodb: DynamoDBDocumentClient;
  readonly sfn: SFNClient;
  readonly secretsManager: SecretsManagerClient;
  /** What goes to stand-ins without the SDK's stack. */
  readonly direct: DirectWires;
}

/** Signs, and calls nobody. Links to objects of a stand-in go a short way. */
export type LinkClient = S3Client & { readonly signLink?: LinkSigner };

/** A host polls queues side by side and works for all its devices at once; the SDK's own limit is 50. */
const mostSockets = 300;

/** Without `throwOnRequestTimeout` the SDK only warns when the time is over (@smithy/node-http-handler 4). */
const deadline = (requestTimeout: number) => ({
  connectionTimeout: 3_000,
  requestTimeout,
  throwOnRequestTimeout: true,
  httpAgent: { maxSockets: mostSockets },
  httpsAgent: { maxSockets: mostSockets },
});

/** SQS answers a long poll after up to 20 s; the others answer at once or not at all. */
const requestTimeoutMilliseconds = {
  s3: 20_000,
  sqs: 30_000,
  dynamodb: 5_000,
  sfn: 10_000,
  secretsManager: 5_000,
} as const satisfies Record<AwsService, number>;

export function createAwsClients(config: AwsConfig): AwsClients {
  const clientConfig = <Service extends AwsService>(service: Service) => ({
    ...clientOf(service),
    requestHandler: config.requestHandlers?.[service] ?? deadline(requestTimeoutMilliseconds[service]),
    ...(config.requestHandlers?.[service] === undefined ? {} : { signer: unsigned }),
  });
  const clientOf = (service: AwsService) => ({
    region: config.region,
    maxAttempts: 4,
    ...(config.credentials === undefined ? {} : { credentials: { ...config.credentials } }),
    ...(config.endpoints?.[service] === undefined ? {} : { endpoint: config.endpoints[service] }),
  });
  // Path style, because a bucket in the host name needs DNS that a stand-in does not have.
  const forcePathStyle = config.endpoints?.s3 !== undefined;
  const { linkCredentials } = config;
  const direct = new DirectWires(mostSockets);
  const s3 = new S3Client({ ...clientConfig("s3"), forcePathStyle });
  // A queue's URL keeps the address under which it was made; the endpoint that is configured now wins over it.
  const useQueueUrlAsEndpoint = config.endpoints?.sqs === undefined;
  const sqs = new SQSClient({ ...clientConfig("sqs"), useQueueUrlAsEndpoint });
  const dynamodb = DynamoDBDocumentClient.from(new DynamoDBClient(clientConfig("dynamodb")), {
    marshallOptions: { removeUndefinedValues: true },
  });
  const sfn = new SFNClient(clientConfig("sfn"));
  const shortened = <Client extends AwsClients[DirectService]>(
    client: Client,
    service: DirectService,
    calls: typeof directJson,
  ): Client => {
    const wire = config.wires?.[service] ?? wireToStandIn(direct, config, service);
    return wire === undefined ? client : withDirectCalls(client, calls(wire));
  };
  return {
    s3: shortened(s3, "s3", directObjects),
    s3Links: linkClient(
      new S3Client({
        ...clientOf("s3"),
        forcePathStyle,
        ...(linkCredentials === undefined ? {} : { credentials: { ...linkCredentials } }),
      }),
      config,
    ),
    sqs: shortened(sqs, "sqs", directJson),
    dynamodb: shortened(dynamodb, "dynamodb", directTables),
    sfn: shortened(sfn, "sfn", directJson),
    secretsManager: new SecretsManagerClient(clientConfig("secretsManager")),
    direct,
  };
}

/** As a signature names it, where that is another name. */
const signedNames: Readonly<Partial<Record<AwsService, string>>> = { sfn: "states" };
const standIn = /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?\/?$/;

/** A service that a program of this machine stands in for. AWS itself is asked through the SDK alone. */
function wireToStandIn(
  direct: DirectWires,
  { endpoints, credentials, requestHandlers, region }: AwsConfig,
  service: DirectService,
): WireService | undefined {
  const endpoint = endpoints?.[service];
  if (endpoint === undefined || credentials === undefined || requestHandlers?.[service] !== undefined)
    return undefined;
  if (!standIn.test(endpoint)) return undefined;
  const timeoutMilliseconds = requestTimeoutMilliseconds[service];
  const name = signedNames[service] ?? service;
  return direct.to({ ...credentials, endpoint, region, service: name, timeoutMilliseconds });
}

function linkClient(
  client: S3Client,
  { endpoints, credentials, linkCredentials, region }: AwsConfig,
): LinkClient {
  const signing = linkCredentials ?? credentials;
  if (endpoints?.s3 === undefined || signing === undefined || "sessionToken" in signing) return client;
  return Object.assign(client, { signLink: linkSigner(endpoints.s3, { ...signing, region }) });
}

export function closeAwsClients(clients: AwsClients): void {
  for (const client of Object.values(clients)) client.destroy();
}
