import { setTimeout } from "node:timers/promises";
import { LambdaClient } from "@aws-sdk/client-lambda";
import { S3Client } from "@aws-sdk/client-s3";
import { SQSClient } from "@aws-sdk/client-sqs";
import {
  calledBy,
  inProcessHandler,
  jsonRefusal,
  meteredEngine,
  refusalToOpen,
  requireSignature,
} from "@drover/aws-local";
import { loopbackHost, startLoopbackServer } from "@drover/aws-local/loopback-server";
import type { WireService } from "#shared/http/wire.ts";
import { unsigned } from "#shared/storage/table/unsigned.ts";
import type { PartStatus } from "../../farm-file.ts";
import { executionRule } from "./execution-rule.ts";
import { inProcessLambda } from "./in-process-lambda.ts";
import { inProcessSqs } from "./in-process-sqs.ts";
import { startLastingEngine } from "./lasting-engine.ts";

interface CloudIdentity {
  readonly region: string;
  readonly accountId: string;
}

/** SQS as such, for what needs no client of the SDK, and the address that it goes by. */
interface QueueService {
  readonly service: WireService;
  readonly host: string;
}

interface CloudEngineOptions extends CloudIdentity {
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly dataDir: string;
  /** Of executions that have ended. */
  readonly retentionDays: number;
  /** S3. */
  readonly objects: WireService;
  readonly queues: QueueService;
  readonly port: number | undefined;
  readonly clock: () => Date;
  /** Lambda's Invoke API. Executions that an earlier run left ask it at once. */
  readonly functions: WireService;
  readonly onEngineChange: (status: PartStatus) => Promise<void>;
  readonly onEngineDamage: (damage: string) => void;
  readonly onEngineStall: (reason: string | null) => void;
  readonly report: (line: string) => void;
}

interface CloudEngine {
  readonly url: string;
  readonly port: number;
  /** Step Functions without a socket. */
  readonly service: WireService;
  close(): Promise<void>;
}

/** A definition of 1 MiB, escaped, and its envelope. */
const requestBytes = 8 * 1024 * 1024;

/** Step Functions: the engine asks for what state machines call without a socket, everybody else asks it over loopback. */
export async function startCloudEngine(options: CloudEngineOptions): Promise<CloudEngine> {
  const { region, accountId, credentials, clock } = options;
  await using parts = new AsyncDisposableStack();
  const engine = await startLastingEngine({
    onChange: options.onEngineChange,
    onDamage: options.onEngineDamage,
    onStall: options.onEngineStall,
    report: options.report,
    region,
    accountId,
    credentials: { ...credentials },
    dataDir: options.dataDir,
    limits: { retentionDays: options.retentionDays },
    // Its own server checks no signature: ours is before it.
    port: null,
    clients: engineClients(options),
    onExecutionEnd: executionRule({
      functions: options.functions,
      report: options.report,
      pause: (milliseconds) => setTimeout(milliseconds, undefined, { ref: false }),
    }),
  }).catch((error: unknown): never => {
    throw refusalToOpen("executions", options.dataDir, error);
  });
  parts.defer(() => engine.stop());
  const service = meteredEngine(engine.service);
  const rules = { keys: [credentials], region, services: ["states"], clock };
  const server = await startLoopbackServer({
    answer: requireSignature(rules, jsonRefusal(400), service),
    port: options.port,
    bodyLimitBytes: requestBytes,
    tooLarge: { status: 413, headers: { "x-amzn-errortype": "RequestTooLargeException" }, body: "{}" },
  });
  parts.defer(() => server.close());
  const running = parts.move();
  return {
    url: server.url,
    port: server.port,
    service,
    close: () => running.disposeAsync(),
  };
}

/** The engine's own way to what state machines call. */
function engineClients({ region, credentials, objects, queues, functions }: CloudEngineOptions) {
  const config = (requestHandler: ReturnType<typeof inProcessHandler>) => ({
    region,
    // A copy: the SDK writes into it.
    credentials: { ...credentials },
    // Retry is the state machine's business.
    maxAttempts: 1,
    endpoint: `http://${loopbackHost}`,
    requestHandler,
    signer: unsigned,
  });
  const lambdaClient = new LambdaClient(config(inProcessHandler(functions, loopbackHost)));
  const queueService = calledBy(queues.service, "engine");
  const queuesByHost = inProcessHandler(queueService, queues.host);
  const sqsClient = new SQSClient({ ...config(queuesByHost), useQueueUrlAsEndpoint: false });
  const objectsByHost = inProcessHandler(calledBy(objects, "engine"), queues.host, { streamed: true });
  return {
    lambda: inProcessLambda(functions, lambdaClient),
    s3: new S3Client({ ...config(objectsByHost), forcePathStyle: true }),
    sqs: inProcessSqs(queueService, queues.host, sqsClient),
  };
}
