import type { WireService } from "../../http/wire.ts";
import { type DirectCall, type SdkClient, withDirectCalls } from "../direct/direct-client.ts";
import { DirectWires } from "../direct/direct-wires.ts";
import { unsigned } from "../table/unsigned.ts";
import type { AwsConfig, AwsService, DirectService } from "./aws-config.ts";

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
  scheduler: 5_000,
} as const satisfies Record<AwsService, number>;

/** As a signature names it, where that is another name. */
const signedNames: Readonly<Partial<Record<AwsService, string>>> = { sfn: "states" };
const standIn = /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?\/?$/;

/** What the clients of one process have in common. Each client is made in its own file: who needs few loads few. */
export interface ClientSettings {
  readonly config: AwsConfig;
  /** What goes to stand-ins without the SDK's stack. */
  readonly direct: DirectWires;
}

export const clientSettings = (config: AwsConfig): ClientSettings => ({
  config,
  direct: new DirectWires(mostSockets),
});

export const addressOf = (service: AwsService, { config }: ClientSettings) => ({
  region: config.region,
  maxAttempts: 4,
  ...(config.credentials === undefined ? {} : { credentials: { ...config.credentials } }),
  ...(config.endpoints?.[service] === undefined ? {} : { endpoint: config.endpoints[service] }),
});

export const optionsOf = <Service extends AwsService>(service: Service, settings: ClientSettings) => {
  const own = settings.config.requestHandlers?.[service];
  return {
    ...addressOf(service, settings),
    requestHandler: own ?? deadline(requestTimeoutMilliseconds[service]),
    ...(own === undefined ? {} : { signer: unsigned }),
  };
};

/** The client, whose frequent calls go to a service of this machine a short way. */
export function shortened<Client extends SdkClient>(
  client: Client,
  service: DirectService,
  calls: (wire: WireService) => DirectCall,
  { config, direct }: ClientSettings,
): Client {
  const wire = config.wires?.[service] ?? wireToStandIn(direct, config, service);
  return wire === undefined ? client : withDirectCalls(client, calls(wire));
}

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
