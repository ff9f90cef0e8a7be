import { randomUUID } from "node:crypto";
import { SendMessageCommand } from "@aws-sdk/client-sqs";
import { configureRuntime } from "#functions/runtime/runtime.ts";
import { loadProjectConfig } from "#shared/config/load-project-config.ts";
import { publicRoutes } from "#shared/contracts/api/routes.ts";
import { apiThrottle } from "#shared/contracts/api-throttle.ts";
import type { FunctionName } from "#shared/contracts/functions.ts";
import type { TenantId } from "#shared/contracts/ids.ts";
import type { MachineName } from "#shared/contracts/machines.ts";
import { scheduleDeadLetterQueueName } from "#shared/contracts/queue-names.ts";
import type { Retention } from "#shared/contracts/retention.ts";
import { type ScheduleTarget, scheduleGroupName, scheduleLook } from "#shared/contracts/schedule-event.ts";
import { localStage, type Stage } from "#shared/contracts/stage.ts";
import type { TracingConfig } from "#shared/contracts/tracing-config.ts";
import type { WebhookReach } from "#shared/contracts/webhook-reach.ts";
import {
  reservedConcurrency,
  usualAccountConcurrency,
} from "#shared/domain/concurrency/reserved-concurrency.ts";
import { defined } from "#shared/domain/defined.ts";
import { loopbackHost } from "#shared/http/loopback-server.ts";
import type { WireService } from "#shared/http/wire.ts";
import { closeAwsClients, createAwsClients } from "#shared/storage/aws-clients.ts";
import type { AwsConfig, AwsService } from "#shared/storage/aws-config.ts";
import { awsEnvironment } from "#shared/storage/aws-config-from-environment.ts";
import { createConsolePage } from "../console/console-page.ts";
import type { PartStatus } from "../farm-file.ts";
import type { ModelChoice } from "../model-choice.ts";
import { startApiHost } from "./api-gateway/api-host.ts";
import { openFarmAccess } from "./api-gateway/farm-access.ts";
import { type CloudDirectory, type CloudPorts, openCloudDirectory } from "./cloud-directory.ts";
import { putCloudResources } from "./cloud-resources.ts";
import { startDynamodbServer } from "./dynamodb/dynamodb-server.ts";
import { inProcessTables } from "./dynamodb/in-process-tables.ts";
import { openFarmTelemetry } from "./farm-telemetry.ts";
import { openFileLogger } from "./lambda/file-logger.ts";
import { hostedFunctions, ownersSecrets } from "./lambda/hosted-functions.ts";
import { createLambdaHost, type LambdaHost } from "./lambda/lambda-host.ts";
import { lambdaInvokeApi } from "./lambda/lambda-invoke-api.ts";
import { startLambdaServer } from "./lambda/lambda-server.ts";
import { oneATurn } from "./lambda/one-a-turn.ts";
import { startQueueEventSource } from "./lambda/queue-event-source.ts";
import { startSchedule } from "./lambda/schedule.ts";
import { startSchedulerServer } from "./scheduler/scheduler-server.ts";
import { startSecretServer } from "./secrets-manager/secret-server.ts";
import { startServiceThread } from "./service-thread.ts";
import type { ServicePlace } from "./service-worker.ts";
import { putStateMachines } from "./step-functions/state-machines.ts";
import { inProcessHandler } from "./wire/in-process-handler.ts";

export interface CloudOptions {
  /** Everything the cloud keeps lies here; made when only its last part is missing. */
  readonly dir: string;
  readonly tenantId: TenantId;
  /** What functions can ask, and what when a job names no model of its own. */
  readonly model: Omit<ModelChoice, "practice">;
  /** Instead of those of the last start, or of free ones. */
  readonly ports?: Partial<CloudPorts>;
  /** Writes the functions' DEBUG lines too: what was predicted, as JSON (docs/spec.md I6.1). */
  readonly debugLog?: boolean;
  /** The project's config, which functions read; absent: there is none. */
  readonly configFile?: string | undefined;
  /** Webhooks may lead to this machine's own addresses too, by http as well. */
  readonly webhooksToLoopback?: boolean;
  /** Where OpenTelemetry's variables are; absent: traces go where the project's config says. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Loads all functions soon after the start, instead of each with its first call. */
  readonly warm?: boolean;
  /** Tells what AWS would bill (metering/cloud-use.ts) of the thread of the services too. */
  readonly metered?: boolean;
  /** Called when the engine ended because it could not write its journal, and when it runs again. */
  readonly onEngineChange?: (status: PartStatus) => Promise<void>;
  readonly report?: (line: string) => void;
  /** What decides when schedules are due; absent: this machine's. */
  readonly scheduleClock?: () => Date;
}

export interface Cloud {
  readonly endpoints: Readonly<Record<AwsService | "lambda" | "api", string>>;
  readonly region: string;
  readonly stage: Stage;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly tableName: string;
  readonly bucketName: string;
  /** Of jobs. */
  readonly stateMachineArn: string;
  /** For the API: the farm's own tenant, every scope. */
  readonly token: string;
  /** Ends within two seconds, whatever is under way: the engine takes that up again after the next start. Idempotent. */
  close(): Promise<void>;
}

const identity = {
  region: "us-east-1",
  accountId: "000000000000",
} as const;
const names = { tableName: "drover", bucketName: "drover-artifacts" } as const;
const machineArn = (name: MachineName): string =>
  `arn:aws:states:${identity.region}:${identity.accountId}:stateMachine:${name}`;
/** Event source mappings read with five pollers at first. */
const webhookReaders = 5;
const clock = (): Date => new Date();

/**
 * The whole cloud in this process: S3, SQS, DynamoDB, Step Functions, Lambda and API Gateway on loopback, with the project's
 * own functions and state machines in them. One to a process: functions have the process's environment.
 * @throws ConfigurationInvalid when the directory or a port cannot be had
 */
export async function startCloud(options: CloudOptions): Promise<Cloud> {
  await using parts = new AsyncDisposableStack();
  const directory = await openCloudDirectory(options.dir);
  parts.defer(() => directory.release());
  const { retention, tracing } = await loadProjectConfig({ DROVER_CONFIG_FILE: options.configFile });
  const servers = await startServers(parts, directory, { ...options, retention, tracing });
  const { services, tables, secrets, api, lambdaServer } = servers;
  await supplyFunctions(parts, servers, directory, { ...options, retention });
  await directory.keepPorts({
    objectsAndQueues: services.storage.port,
    dynamodb: tables.port,
    stepFunctions: services.engine.port,
    lambda: lambdaServer.port,
    api: api.port,
    secretsManager: secrets.port,
    scheduler: servers.scheduler.port,
  });
  const running = parts.move();
  return {
    endpoints: { ...awsEndpoints(servers), lambda: lambdaServer.url, api: api.url },
    ...names,
    region: identity.region,
    stage: localStage,
    credentials: directory.credentials,
    stateMachineArn: machineArn("job"),
    token: servers.access.token,
    async close() {
      // First nobody asks any more, then what they would ask goes.
      await api.close();
      await running.disposeAsync();
    },
  };
}

/** Closes it with the rest, also when the start fails further on. */
async function opened<Part extends { close(): Promise<void> | void }>(
  parts: AsyncDisposableStack,
  starting: Promise<Part>,
): Promise<Part> {
  const part = await starting;
  parts.defer(() => part.close());
  return part;
}

type KeepingOptions = CloudOptions & { readonly retention: Retention };

type Servers = Awaited<ReturnType<typeof startServers>>;

async function startServers(
  parts: AsyncDisposableStack,
  directory: CloudDirectory,
  options: KeepingOptions & { readonly tracing: TracingConfig },
) {
  const { credentials, pathOf } = directory;
  const ports: Partial<CloudPorts> = { ...directory.ports, ...options.ports };
  const access = await openFarmAccess(directory, options.tenantId, clock);
  const logger = openFileLogger(pathOf("functions.log"), { debug: options.debugLog ?? false, clock });
  parts.defer(() => logger.close());
  const telemetry = openFarmTelemetry(options.tracing, options.environment ?? {}, logger);
  parts.defer(() => telemetry.close());
  const signatures = { keys: [credentials], region: identity.region, clock };
  const tables = await opened(
    parts,
    startDynamodbServer({ dataDir: pathOf("tables"), port: ports.dynamodb, signatures, clock }),
  );
  const secrets = await opened(
    parts,
    startSecretServer({
      ...identity,
      dataDir: pathOf("secrets"),
      port: ports.secretsManager,
      signatures,
      clock,
    }),
  );
  const scheduler = await opened(
    parts,
    startSchedulerServer({
      ...identity,
      dataDir: pathOf("schedules"),
      port: ports.scheduler,
      signatures,
      clock: options.scheduleClock ?? clock,
    }),
  );
  // Asked before there are any, the functions let a request wait.
  const lambda = Promise.withResolvers<LambdaHost>();
  const invokeApi: WireService = async (request) => lambdaInvokeApi(await lambda.promise)(request);
  const lambdaServer = await opened(parts, startLambdaServer(invokeApi, signatures, ports.lambda));
  const services = await opened(
    parts,
    startServiceThread({
      place: servicePlace(directory, ports, options),
      lambda: oneATurn(invokeApi, beginsJob),
      onEngineChange: options.onEngineChange ?? (async () => undefined),
      report: options.report ?? (() => undefined),
    }),
  );
  const api = await opened(
    parts,
    startApiHost({
      lambda: { invoke: async (name, event) => (await lambda.promise).invoke(name, event) },
      functionName: "api",
      publicRoutes: publicRoutes.map(({ method, path }) => `${method} ${path}`),
      authorize: access.authorize,
      page: telemetry.beside(createConsolePage({ artifactsUrl: services.storage.url })),
      accountId: identity.accountId,
      ids: randomUUID,
      clock,
      port: ports.api,
      throttle: apiThrottle,
    }),
  );
  return { access, logger, telemetry, tables, secrets, scheduler, api, services, lambda, lambdaServer };
}

const servicePlace = (
  { pathOf, credentials, linkCredentials }: CloudDirectory,
  ports: Partial<CloudPorts>,
  { retention, metered = false }: KeepingOptions,
): ServicePlace => ({
  ...identity,
  credentials,
  linkCredentials,
  queueDir: pathOf("queues"),
  objectDir: pathOf("objects"),
  journalDir: pathOf("step-functions"),
  ports,
  retentionDays: retention.days,
  metered,
});

/** A single job's first state waits for a turn or two, not for those of all jobs that run. */
const beginsJob = ({ path }: { readonly path: string }): boolean => path.endsWith(beginning);
const beginning = `${"prepare-job" satisfies FunctionName}/invocations`;

/** What the SDK's clients speak to. */
const awsEndpoints = ({ services, tables, secrets, scheduler }: Servers) => ({
  s3: services.storage.url,
  sqs: services.storage.url,
  dynamodb: tables.url,
  sfn: services.engine.url,
  secretsManager: secrets.url,
  scheduler: scheduler.url,
});

const arnOf = (service: string, resource: string): string =>
  `arn:aws:${service}:${identity.region}:${identity.accountId}:${resource}`;

/** As infra/schedules.ts makes it. */
const scheduleTarget: ScheduleTarget = {
  groupName: scheduleGroupName(localStage),
  functionArn: arnOf("lambda", `function:${"run-schedule" satisfies FunctionName}`),
  roleArn: `arn:aws:iam::${identity.accountId}:role/drover-schedules`,
  deadLetterArn: arnOf("sqs", scheduleDeadLetterQueueName(localStage)),
};

async function supplyFunctions(
  parts: AsyncDisposableStack,
  servers: Servers,
  { credentials, linkCredentials }: CloudDirectory,
  {
    tenantId,
    model,
    configFile,
    retention,
    warm = false,
    webhooksToLoopback = false,
    report = () => undefined,
  }: KeepingOptions,
): Promise<void> {
  const { tables, secrets, logger, lambda, telemetry } = servers;
  const { objects, queues, engine } = servers.services.services;
  // A queue's URL names the server's own address, as it does over the socket.
  const { host: storageHost } = new URL(servers.services.storage.url);
  const aws: AwsConfig = {
    region: identity.region,
    credentials,
    linkCredentials,
    endpoints: awsEndpoints(servers),
    requestHandlers: {
      s3: inProcessHandler(objects, storageHost, { streamed: true }),
      sqs: inProcessHandler(queues, storageHost),
      dynamodb: inProcessHandler(tables.service, loopbackHost),
      sfn: inProcessHandler(engine, loopbackHost),
      secretsManager: inProcessHandler(secrets.service, loopbackHost),
      scheduler: inProcessHandler(servers.scheduler.service, loopbackHost),
    },
    wires: { s3: objects, sqs: queues, sfn: engine },
  };
  const clients = createAwsClients(aws);
  parts.defer(() => closeAwsClients(clients));
  const resources = { ...names, tenantId, retention, now: clock };
  const { deadLetters, scheduleDeadLetters, webhooks } = await putCloudResources(clients, resources);
  const values = {
    DROVER_TABLE_NAME: names.tableName,
    DROVER_BUCKET_NAME: names.bucketName,
    DROVER_RETENTION: JSON.stringify(retention),
    DROVER_DEFAULT_PROVIDER: model.defaultProvider,
    DROVER_DEFAULT_MODEL: model.defaultModel,
    DROVER_MODEL_PROVIDERS: JSON.stringify(model.providers),
    DROVER_STAGE: localStage,
    // The farm's own tokens.
    DROVER_TOKEN_RULES: "{}",
    DROVER_JOB_STATE_MACHINE_ARN: machineArn("job"),
    DROVER_WORKFLOW_STATE_MACHINE_ARN: machineArn("workflow"),
    DROVER_ROLES_STATE_MACHINE_ARN: machineArn("roles"),
    DROVER_BATCH_STATE_MACHINE_ARN: machineArn("batch"),
    DROVER_SCHEDULE_TARGET: JSON.stringify(scheduleTarget),
    DROVER_WEBHOOK_QUEUE_URL: webhooks.queueUrl,
    DROVER_WEBHOOK_REACH: (webhooksToLoopback ? "loopback" : "public") satisfies WebhookReach,
  };
  const functions = createLambdaHost({
    ...identity,
    functions: hostedFunctions(values),
    environment: { AWS_REGION: identity.region },
    hidden: ownersSecrets,
    ids: randomUUID,
    clock,
    reserved: reservedConcurrency(usualAccountConcurrency),
  });
  parts.defer(() => functions.close());
  configureRuntime({
    environment: {
      ...values,
      ...awsEnvironment(aws),
      ...defined({ DROVER_CONFIG_FILE: configFile }),
      // Here and not in the process's environment, which its children would inherit.
      ...model.keys,
    },
    requestHandlers: aws.requestHandlers,
    wires: aws.wires,
    tables: (others) => inProcessTables(tables, others),
    logger,
    tracing: telemetry.tracing,
    metrics: telemetry.metrics,
    now: clock,
  });
  await putStateMachines(clients.sfn, { functionArn: functions.arnOf, machineArn });
  lambda.resolve(functions);
  const warming = warm ? functions.warm() : Promise.resolve();
  parts.defer(() => {
    functions.close();
    return warming;
  });
  const readers = [
    { ...deadLetters, functionName: "fail-dead-letters" satisfies FunctionName },
    // As Lambda begins: a receiver that takes its time keeps no other waiting.
    ...Array.from({ length: webhookReaders }, () => ({
      ...webhooks,
      functionName: "deliver-webhooks" satisfies FunctionName,
    })),
  ];
  for (const queue of readers) {
    const reader = startQueueEventSource({
      ...{ sqs: clients.sqs, ...queue, region: identity.region, lambda: functions },
    });
    parts.defer(() => reader.close());
  }
  const schedules = [
    { functionName: "sweep-executions", everyMinutes: 1 },
    { functionName: "run-schedule", everyMinutes: 1, event: scheduleLook },
    { functionName: "retire-hosts", everyMinutes: 24 * 60 },
  ] satisfies readonly (Omit<Parameters<typeof startSchedule>[0], "lambda"> & {
    functionName: FunctionName;
  })[];
  for (const one of schedules) {
    const schedule = startSchedule({ lambda: functions, ...one });
    parts.defer(() => schedule.close());
  }
  servers.scheduler.begin({
    invoke: functions.invoke,
    report,
    sendDeadLetter: async (_arn, body) => {
      await clients.sqs.send(
        new SendMessageCommand({ QueueUrl: scheduleDeadLetters.queueUrl, MessageBody: body }),
      );
    },
  });
}
