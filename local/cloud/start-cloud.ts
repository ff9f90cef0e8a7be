import { randomUUID } from "node:crypto";
import { configureRuntime } from "#functions/runtime/runtime.ts";
import type { TenantId } from "#shared/contracts/ids.ts";
import { publicRoutes } from "#shared/contracts/public-routes.ts";
import { type AwsConfig, closeAwsClients, createAwsClients } from "#shared/storage/aws-clients.ts";
import { awsEnvironment } from "#shared/storage/aws-config-from-environment.ts";
import { startApiHost } from "./api-gateway/api-host.ts";
import { type CloudPorts, openCloudDirectory } from "./cloud-directory.ts";
import { type CloudIdentity, startCloudEngine } from "./cloud-engine.ts";
import { putCloudResources } from "./cloud-resources.ts";
import { startDynamodbServer } from "./dynamodb-server.ts";
import { openFarmAccess } from "./farm-access.ts";
import { openFileLogger } from "./file-logger.ts";
import { functionEnvironments, hostedFunctions, jobSubstitutions } from "./hosted-functions.ts";
import { inProcessHandler } from "./in-process-handler.ts";
import { putJobStateMachine } from "./job-state-machine.ts";
import { createLambdaHost, type LambdaHost } from "./lambda-host.ts";
import { loopbackHost } from "./loopback-server.ts";
import { startObjectAndQueueServer } from "./object-and-queue-server.ts";

export interface CloudOptions {
  /** Everything the cloud keeps lies here; made when only its last part is missing. */
  readonly dir: string;
  readonly tenantId: TenantId;
  /** What functions ask when a job names no model of its own. */
  readonly model: { readonly baseUrl: string; readonly apiKey: string; readonly defaultModel: string };
  /** Instead of those of the last start, or of free ones. */
  readonly ports?: Partial<CloudPorts>;
  readonly clock?: () => Date;
}

export interface Cloud {
  readonly endpoints: Readonly<Record<"s3" | "sqs" | "dynamodb" | "sfn" | "lambda" | "api", string>>;
  readonly region: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly tableName: string;
  readonly bucketName: string;
  readonly stateMachineArn: string;
  /** For the API: the farm's own tenant, every scope. */
  readonly token: string;
  /** Ends within two seconds, whatever is under way: the engine takes that up again after the next start. Idempotent. */
  close(): Promise<void>;
}

const identity = {
  region: "us-east-1",
  /** fauxqs 2.4.1 knows no other. */
  accountId: "000000000000",
} as const satisfies CloudIdentity;
const names = { tableName: "drover", bucketName: "drover-artifacts" } as const;
const modelKeyVariable = "DROVER_MODEL_API_KEY";

/**
 * The whole cloud in this process: S3, SQS, DynamoDB, Step Functions, Lambda and API Gateway on loopback, with the project's
 * own functions and state machine in them. One to a process: functions have the process's environment.
 * @throws ConfigurationInvalid when the directory or a port cannot be had
 */
export async function startCloud(options: CloudOptions): Promise<Cloud> {
  const { tenantId, clock = () => new Date() } = options;
  await using parts = new AsyncDisposableStack();
  const opened = <Part extends { close(): Promise<void> | void }>(part: Part): Part => {
    parts.defer(() => part.close());
    return part;
  };
  const directory = await openCloudDirectory(options.dir);
  parts.defer(() => directory.release());
  const { credentials } = directory;
  const ports: Partial<CloudPorts> = { ...directory.ports, ...options.ports };

  const access = await openFarmAccess(directory, tenantId, clock);
  const logger = opened(await openFileLogger(directory.pathOf("functions.log"), { debug: false, clock }));
  const storage = opened(
    await startObjectAndQueueServer({
      queueDir: directory.pathOf("queues"),
      objectDir: directory.pathOf("objects"),
      port: ports.objectsAndQueues,
      region: identity.region,
      credentials,
      clock,
    }),
  );
  const tables = opened(
    await startDynamodbServer({
      dataDir: directory.pathOf("tables"),
      port: ports.dynamodb,
      accessKeyId: credentials.accessKeyId,
    }),
  );
  // Functions are told where the API is, and it calls them: until they are there, a request waits.
  const lambdaReady = Promise.withResolvers<LambdaHost>();
  const api = opened(
    await startApiHost({
      lambda: { invoke: async (name, event) => (await lambdaReady.promise).invoke(name, event) },
      functionName: "api",
      publicRoutes,
      authorize: access.authorize,
      accountId: identity.accountId,
      ids: randomUUID,
      clock,
      port: ports.api,
    }),
  );
  const engine = opened(
    await startCloudEngine({
      ...identity,
      credentials,
      dataDir: directory.pathOf("step-functions"),
      queueUrl: storage.url,
      ports,
      lambda: lambdaReady.promise,
    }),
  );
  const aws: AwsConfig = {
    region: identity.region,
    credentials,
    endpoints: { s3: storage.url, sqs: storage.url, dynamodb: tables.url, sfn: engine.url },
    requestHandlers: {
      dynamodb: inProcessHandler(tables.service, loopbackHost),
      sfn: inProcessHandler(engine.service, loopbackHost),
    },
  };
  const clients = createAwsClients(aws);
  parts.defer(() => closeAwsClients(clients));
  await putCloudResources(clients, { ...names, tenantId });
  const stateMachineArn = `arn:aws:states:${identity.region}:${identity.accountId}:stateMachine:job`;
  const environments = functionEnvironments({
    ...names,
    defaultModel: options.model.defaultModel,
    modelBaseUrl: options.model.baseUrl,
    modelKeySource: `env:${modelKeyVariable}`,
    stateMachineArn,
    apiUrl: api.url,
  });
  const lambda = opened(
    createLambdaHost({
      ...identity,
      functions: hostedFunctions(environments),
      environment: { AWS_REGION: identity.region },
      ids: randomUUID,
      clock,
    }),
  );
  configureRuntime({
    environment: {
      ...Object.assign({}, ...Object.values(environments)),
      ...awsEnvironment(aws),
      // Here and not in the process's environment, which its children would inherit.
      [modelKeyVariable]: options.model.apiKey,
    },
    requestHandlers: aws.requestHandlers,
    logger,
    now: clock,
  });
  await putJobStateMachine(clients.sfn, stateMachineArn, jobSubstitutions(lambda.arnOf));
  lambdaReady.resolve(lambda);

  await directory.keepPorts({
    objectsAndQueues: storage.port,
    dynamodb: tables.port,
    stepFunctions: engine.port,
    lambda: engine.lambdaPort,
    api: api.port,
  });
  const running = parts.move();
  return {
    endpoints: {
      s3: storage.url,
      sqs: storage.url,
      dynamodb: tables.url,
      sfn: engine.url,
      lambda: engine.lambdaUrl,
      api: api.url,
    },
    ...names,
    region: identity.region,
    credentials,
    stateMachineArn,
    token: access.token,
    close: () => running.disposeAsync(),
  };
}
