import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { monotonicFactory } from "ulid";
import { loadProjectConfig } from "#shared/config/load-project-config.ts";
import { deadLetterQueueName, hostQueueName } from "#shared/contracts/farm/queue-names.ts";
import { HostId, PoolName, TenantId } from "#shared/contracts/values/ids.ts";
import { Stage } from "#shared/contracts/values/stage.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { createArtifacts } from "#shared/storage/artifacts/artifacts.ts";
import { closeAwsClients, createAwsClients } from "#shared/storage/clients/aws-clients.ts";
import { createRepositories } from "#shared/storage/repositories.ts";
import { createSecretVault } from "#shared/storage/secrets/secret-vault.ts";
import { readsTogether } from "#shared/storage/table/reads-together.ts";
import { openTracing } from "#shared/tracing/tracing.ts";
import { readTracingSettings } from "#shared/tracing/tracing-settings.ts";
import { tracingVariables } from "#shared/tracing/tracing-variables.ts";
import { ArtifactSpool, defaultSpoolSettings } from "./delivery/artifact-spool.ts";
import { openCommandJournal } from "./delivery/command-journal.ts";
import { openCommandQueue } from "./delivery/command-queue.ts";
import { DeviceQueues } from "./delivery/device-queues.ts";
import { PictureSpool } from "./delivery/picture-spool.ts";
import { taskTokens } from "./delivery/task-token.ts";
import { systemClock } from "./host-clock.ts";
import { HostMetrics } from "./host-metrics.ts";
import type { HostOptions } from "./host-options.ts";
import type { HostServices } from "./host-services.ts";
import { findPoolQueues } from "./lease/pool-queues.ts";
import { helperTree } from "./observe/helper-tree.ts";
import { KeptPictures } from "./observe/kept-pictures.ts";
import { builtInSources, uiautomatorTree } from "./observe/screen-source.ts";
import { CloudReader } from "./observe/text/cloud-reader.ts";
import { TextReader } from "./observe/text/text-reader.ts";
import { HostFailures } from "./quick-failures.ts";
import { defaultRecordingLimits } from "./recording/screen-recorder.ts";
import { retireHost } from "./retire-host.ts";
import { type RetrySettings, retryBackoff } from "./retry-plan.ts";
import { serverTime } from "./server-time.ts";
import { findServerPackages, npmPackage, type ServerPackages } from "./ui-server/server-packages.ts";

/** Messages of completed commands are deleted in groups of a few steps, without waiting. */
const deleteWithinMilliseconds = 1_000;
const defaultBootSeconds = 180;
const defaultNetworkSeconds = 30;
const defaultRetry: RetrySettings = { firstSeconds: 30, longestSeconds: 3_600 };

/** The services of the daemon's parts, and how to close them. */
export async function openServices(options: HostOptions) {
  const { stage, tenantId, hostId, pool } = checkedIds(options);
  const config = options.config ?? (await loadProjectConfig({}));
  const { logger, tableName, bucketName } = options;
  const aws = createAwsClients(options.aws);
  const clock = serverTime(options.clock ?? systemClock, aws);
  mkdirSync(options.dir, { recursive: true });
  const journal = openCommandJournal(join(options.dir, "journal.sqlite"), () => clock.now());
  const repositories = createRepositories({
    dynamodb: readsTogether(aws.dynamodb),
    tableName,
    retention: config.retention,
    now: () => new Date(),
    forged: (found) => logger.error("forged items", { ...found }),
  });
  const poolQueues = await findPoolQueues(aws.sqs, repositories.pools, { stage, tenantId, pool });
  const hostQueue = await openCommandQueue(
    aws.sqs,
    hostQueueName(stage, tenantId, hostId),
    deadLetterQueueName(stage),
    { gatherMilliseconds: deleteWithinMilliseconds },
  );
  const artifacts = createArtifacts({ s3: aws.s3, s3Links: aws.s3Links, bucketName, mayList: false });
  const spoolSettings = { ...defaultSpoolSettings, ...options.spool };
  const spool = new ArtifactSpool(join(options.dir, "spool.sqlite"), spoolSettings, {
    artifacts,
    clock,
    logger,
  });
  const pictureSpool = new PictureSpool(join(options.dir, "pictures"), spool, logger);
  const metrics = new HostMetrics();
  const tracing = openTracing(
    readTracingSettings(tracingVariables(config.tracing, options.environment ?? {})),
    {
      logger,
      count: (result, spans) => metrics.count("drover_trace_spans_total", { result }, spans),
    },
  );
  const backoff = retryBackoff(options.retry ?? defaultRetry);
  const secrets = createSecretVault(aws.secretsManager, stage);
  const { cloud } = config.ocr;
  const cloudReader =
    cloud &&
    new CloudReader({
      settings: cloud,
      readKey: async () => (await secrets.read(tenantId, cloud.secret))?.value ?? null,
      monotonic: () => clock.monotonic(),
    });
  const services: HostServices = {
    tenantId,
    hostId,
    pool,
    actions: config.catalogue,
    clock,
    newId: monotonicFactory(),
    logger,
    metrics,
    tracing,
    trace: null,
    repositories,
    artifacts,
    secrets,
    spool,
    pictureSpool,
    journal,
    textReader: new TextReader({ cloud: cloudReader }),
    pictures: new KeptPictures(),
    tokens: taskTokens(aws.sfn),
    commandQueueUrl: hostQueue.url,
    deviceQueues: new DeviceQueues(aws.sqs, { stage, tenantId }),
    adbServer: "port" in options.devices ? options.devices : null,
    config,
    sources:
      options.treeHelperPort === undefined
        ? builtInSources
        : { ...builtInSources, tree: helperTree(options.treeHelperPort, uiautomatorTree, clock) },
    uiPackages: uiPackagesOf(options),
    recording: {
      limits: { ...defaultRecordingLimits, ...options.recording },
      directory: join(options.dir, "recordings"),
    },
    retryBackoff: backoff,
    networkMilliseconds: (options.networkSeconds ?? defaultNetworkSeconds) * 1_000,
    bootMilliseconds: (options.bootSeconds ?? defaultBootSeconds) * 1_000,
    failures: new HostFailures(backoff, () => clock.monotonic()),
  };
  const release = async (): Promise<void> => {
    await tracing.close();
    journal.close();
    await pictureSpool.idle();
    spool.close();
    closeAwsClients(aws);
  };
  return { services, poolQueues, hostQueue, retire: () => retireHost(services, aws.sqs), release };
}

/** @throws ConfigurationInvalid when the folder that was given does not hold the APKs */
function uiPackagesOf({ uiServer, devices, logger }: HostOptions): ServerPackages | null {
  if (uiServer?.use !== "auto" || !("port" in devices)) return null;
  const found = findServerPackages(uiServer.apks);
  const advice = `npm install --global ${npmPackage}, or give --ui-server-apks`;
  if (found === null)
    logger.info("ui server not installed: screens are read by uiautomator dump", { advice });
  return found;
}

function checkedIds({ stage, tenantId, hostId, pool }: HostOptions) {
  const ids = {
    stage: Stage.safeParse(stage),
    tenantId: TenantId.safeParse(tenantId),
    hostId: HostId.safeParse(hostId),
    pool: PoolName.safeParse(pool),
  };
  for (const [name, result] of Object.entries(ids)) {
    if (result.success) continue;
    throw new DroverError(
      "ConfigurationInvalid",
      `${name} ${result.error.issues[0]?.message ?? "is not valid"}`,
    );
  }
  return {
    stage: Stage.parse(stage),
    tenantId: TenantId.parse(tenantId),
    hostId: HostId.parse(hostId),
    pool: PoolName.parse(pool),
  };
}
