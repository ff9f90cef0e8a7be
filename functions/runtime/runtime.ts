import { setTimeout } from "node:timers/promises";
import { monotonicFactory } from "ulid";
import type { MetricSink } from "#agent/environment/metric-sink.ts";
import { readSecret } from "#agent/environment/read-secret.ts";
import {
  type Environment,
  hostEnvironment,
  runtimeEnvironment,
} from "#agent/environment/runtime-environment.ts";
import type { RuntimeLogger } from "#agent/environment/runtime-logger.ts";
import { createArtifactReader } from "#agent/runtime/artifact-reader.ts";
import { createPlanHistory, createStepHistory } from "#agent/runtime/job-history.ts";
import type { Runtime, Services, StorageCondition } from "#agent/runtime/services.ts";
import { Retention } from "#shared/contracts/farm/retention.ts";
import type { FunctionName } from "#shared/contracts/functions/functions.ts";
import { createCallbackStore } from "#shared/storage/artifacts/callback-store.ts";
import type { AwsConfig } from "#shared/storage/clients/aws-config.ts";
import { awsConfigFromEnvironment } from "#shared/storage/clients/aws-config-from-environment.ts";
import { clientSettings } from "#shared/storage/clients/client-settings.ts";
import type { ForgedItems } from "#shared/storage/table/entity.ts";
import type { TableClient } from "#shared/storage/table/table-client.ts";
import { openTracing, type Tracing } from "#shared/tracing/tracing.ts";
import { pairsOf, readTracingSettings } from "#shared/tracing/tracing-settings.ts";
import { defined } from "#shared/values/defined.ts";
import {
  lateArtifacts,
  lateClients,
  lateDeliveryQueue,
  lateGovernor,
  lateRepositories,
  lateTables,
} from "./late-parts.ts";
import { loggedMetrics, powertoolsLogger, powertoolsMetrics } from "./powertools.ts";
import { readEnvironment } from "./read-environment.ts";

/** What a process that hosts the functions may supply instead of its environment, clock and log. */
export interface RuntimeSettings {
  readonly environment?: Environment;
  readonly requestHandlers?: AwsConfig["requestHandlers"];
  readonly wires?: AwsConfig["wires"];
  /** The table in this process; absent: the SDK's client is used. */
  readonly tables?: (others: TableClient) => TableClient;
  readonly logger?: RuntimeLogger;
  readonly tracing?: Tracing;
  readonly metrics?: MetricSink;
  readonly condition?: StorageCondition;
  readonly now?: () => Date;
  /** Monotonic milliseconds. */
  readonly monotonic?: () => number;
  /** ULIDs, each later than the one before. */
  readonly newId?: () => string;
  readonly sleep?: (milliseconds: number) => Promise<void>;
  /** From 0 to 1. */
  readonly random?: () => number;
}

let settings: RuntimeSettings = {};
let services: Services | undefined;

/** Call it before the first invocation. In Lambda nothing calls it, and the process's own environment is used. */
export function configureRuntime(given: RuntimeSettings): void {
  settings = given;
  hostEnvironment(given.environment);
  services = undefined;
}

/** In Lambda a process is frozen between two calls; one that hosts the functions itself continues. */
export const isLambda = (): boolean => runtimeEnvironment().AWS_LAMBDA_FUNCTION_NAME !== undefined;

const ownMetrics = (): MetricSink =>
  settings.logger === undefined
    ? powertoolsMetrics(String(runtimeEnvironment().DROVER_STAGE))
    : loggedMetrics(settings.logger);

/** Absent: as the environment says. */
function runtimeTracing(): Tracing {
  if (settings.tracing !== undefined) return settings.tracing;
  const environment = runtimeEnvironment();
  const secret = environment.DROVER_OTLP_HEADERS_SECRET;
  return openTracing(readTracingSettings(environment), {
    logger: runtimeLogger(),
    ...(secret ? { secretHeaders: async () => pairsOf(await readSecret(secret, environment)) } : {}),
  });
}

let ownLogger: RuntimeLogger | undefined;
export function runtimeLogger(): RuntimeLogger {
  ownLogger ??= powertoolsLogger("drover");
  return settings.logger ?? ownLogger;
}

function createServices(tableName: string, bucketName: string, retention: Retention): Services {
  const config = awsConfigFromEnvironment(runtimeEnvironment());
  const { requestHandlers, wires, now = () => new Date() } = settings;
  const ways = clientSettings({ ...config, ...defined({ requestHandlers, wires }) });
  const dynamodb = lateTables(ways, settings.tables);
  const artifacts = lateArtifacts(ways, bucketName);
  const clients = lateClients(ways);
  const { DROVER_WEBHOOK_QUEUE_URL: queueUrl } = runtimeEnvironment();
  const relay =
    queueUrl === undefined
      ? undefined
      : lateDeliveryQueue({ sqs: clients.sqs, queueUrl, logger: runtimeLogger() });
  const metrics = settings.metrics ?? ownMetrics();
  const forged = (found: ForgedItems): void => {
    runtimeLogger().error("forged items", { ...found });
    metrics.tell({ ForgedItems: found.count });
  };
  const repositories = lateRepositories({ dynamodb, tableName, retention, now, relay, forged });
  const { monotonic = () => performance.now() } = settings;
  const { random = Math.random, sleep = (milliseconds: number) => setTimeout(milliseconds) } = settings;
  return {
    clients,
    artifacts,
    callbacks: createCallbackStore(artifacts),
    trees: createArtifactReader(
      artifacts,
      async () => (await import("#shared/contracts/protocol/semantic-ui-tree.ts")).SemanticUITree,
    ),
    deviceContexts: createArtifactReader(
      artifacts,
      async () => (await import("#shared/contracts/device/device-facts.ts")).DeviceContext,
    ),
    recordings: createArtifactReader(
      artifacts,
      async () => (await import("#shared/contracts/step/recording.ts")).Recording,
    ),
    toolLists: createArtifactReader(
      artifacts,
      async () => (await import("#shared/contracts/agent/tool-list.ts")).ToolList,
    ),
    repositories,
    governor: lateGovernor({ allowances: repositories.allowances, now, random, sleep }),
    stepHistory: createStepHistory(repositories.steps),
    planHistory: createPlanHistory(repositories.plans),
    retention,
    logger: runtimeLogger(),
    metrics,
    condition: settings.condition ?? { problem: async () => null, damage: null },
    tracing: runtimeTracing(),
    now,
    monotonic,
    newId: settings.newId ?? monotonicFactory(),
    random,
    sleep,
  };
}

/** Clients and repositories are made once per process. */
export function runtimeFor<Name extends FunctionName>(name: Name): Runtime<Name> {
  const environment = readEnvironment(name, runtimeEnvironment());
  const { DROVER_TABLE_NAME, DROVER_BUCKET_NAME, DROVER_RETENTION } = environment as Record<string, string>;
  services ??= createServices(
    String(DROVER_TABLE_NAME),
    String(DROVER_BUCKET_NAME),
    Retention.parse(JSON.parse(String(DROVER_RETENTION))),
  );
  return { environment, ...services };
}
