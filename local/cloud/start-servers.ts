import { randomUUID } from "node:crypto";
import type { SignatureRules } from "@drover/aws-local";
import {
  jsonRefusal,
  requireSignature,
  startDynamodbServer,
  startSchedulerServer,
  startSecretServer,
} from "@drover/aws-local";
import { type LoopbackServer, startLoopbackServer } from "@drover/aws-local/loopback-server";
import { publicRoutes } from "#shared/contracts/api/routes/routes.ts";
import { apiThrottle, publicRouteThrottle } from "#shared/contracts/farm/api-throttle.ts";
import type { Retention } from "#shared/contracts/farm/retention.ts";
import type { TracingConfig } from "#shared/contracts/farm/tracing-config.ts";
import type { FunctionName } from "#shared/contracts/functions/functions.ts";
import type { WireService } from "#shared/http/wire.ts";
import { createConsolePage } from "../console/console-page.ts";
import { startApiHost } from "./api-gateway/api-host.ts";
import { openFarmAccess } from "./api-gateway/farm-access.ts";
import type { CloudDirectory } from "./cloud-directory.ts";
import { identity } from "./cloud-identity.ts";
import type { CloudOptions } from "./cloud-options.ts";
import { allPorts, type CloudPorts } from "./cloud-ports.ts";
import { watchFarmCondition } from "./farm-condition.ts";
import { openFarmTelemetry } from "./farm-telemetry.ts";
import { openFileLogger } from "./lambda/file-logger.ts";
import type { LambdaHost } from "./lambda/lambda-host.ts";
import { lambdaInvokeApi } from "./lambda/lambda-invoke-api.ts";
import { oneATurn, takeTurns } from "./lambda/one-a-turn.ts";
import { lookForDamage } from "./look-for-damage.ts";
import { startServiceThread } from "./service-thread.ts";
import type { ServicePlace } from "./start-services.ts";

/** An event of 6 MB and its envelope. */
const requestBytes = 8 * 1024 * 1024;

/** Lambda's Invoke API over loopback. */
const startLambdaServer = (
  invokeApi: WireService,
  signatures: Omit<SignatureRules, "services">,
  port: number | undefined,
): Promise<LoopbackServer> =>
  startLoopbackServer({
    answer: requireSignature({ ...signatures, services: ["lambda"] }, jsonRefusal(403), invokeApi),
    port,
    bodyLimitBytes: requestBytes,
    tooLarge: { status: 413, headers: { "x-amzn-errortype": "RequestTooLargeException" }, body: "{}" },
  });

const clock = (): Date => new Date();

export type CloudServers = Awaited<ReturnType<typeof startServers>>;

/** Every service of the cloud, on its port; nothing works yet, because there are no functions. Each is closed with `parts`. */
export async function startServers(
  parts: AsyncDisposableStack,
  directory: CloudDirectory,
  options: CloudOptions & { readonly retention: Retention } & { readonly tracing: TracingConfig },
) {
  const { credentials, pathOf } = directory;
  const ports = await allPorts({ ...directory.ports, ...options.ports });
  const access = await openFarmAccess(directory, options.tenantId, clock);
  const logger = openFileLogger(pathOf("functions.log"), { debug: options.debugLog ?? false, clock });
  parts.defer(() => logger.close());
  const report = options.report ?? (() => undefined);
  await lookForDamage(options.dir, report);
  const condition = watchFarmCondition(options.dir, report);
  parts.defer(() => condition.close());
  const telemetry = openFarmTelemetry(options.tracing, options.environment ?? {}, logger, condition);
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
  const turns = takeTurns();
  const lambdaServer = await opened(parts, startLambdaServer(invokeApi, signatures, ports.lambda));
  const services = await opened(
    parts,
    (options.startServices ?? startServiceThread)({
      place: servicePlace(directory, ports, options),
      lambda: oneATurn(invokeApi, beginsJob, turns),
      onEngineChange: options.onEngineChange ?? (async () => undefined),
      onEngineDamage: condition.engineDamaged,
      onEngineStall: condition.engineStalled,
      report,
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
      publicThrottle: publicRouteThrottle,
      line: { turns },
    }),
  );
  services.openTo(["127.0.0.1", "localhost"].map((name) => `http://${name}:${api.port}`));
  return {
    access,
    condition,
    logger,
    telemetry,
    tables,
    secrets,
    scheduler,
    api,
    services,
    lambda,
    lambdaServer,
  };
}

const servicePlace = (
  { pathOf, credentials, linkCredentials }: CloudDirectory,
  ports: CloudPorts,
  { retention, metered = false }: CloudOptions & { readonly retention: Retention },
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

/** Closes it with the rest, also when the start fails further on. */
async function opened<Part extends { close(): Promise<void> | void }>(
  parts: AsyncDisposableStack,
  starting: Promise<Part>,
): Promise<Part> {
  const part = await starting;
  parts.defer(() => part.close());
  return part;
}

/** What the SDK's clients speak to. */
export const awsEndpoints = ({ services, tables, secrets, scheduler }: CloudServers) => ({
  s3: services.storage.url,
  sqs: services.storage.url,
  dynamodb: tables.url,
  sfn: services.engine.url,
  secretsManager: secrets.url,
  scheduler: scheduler.url,
});
