import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { ulid } from "ulid";
import { loadProjectConfig, type ProjectConfig } from "#shared/config/load-project-config.ts";
import { HostId, PoolName, TenantId } from "#shared/contracts/ids.ts";
import { deadLetterQueueName, hostQueueName } from "#shared/contracts/queue-names.ts";
import { Stage } from "#shared/contracts/stage.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { createArtifacts } from "#shared/storage/artifacts.ts";
import { type AwsConfig, closeAwsClients, createAwsClients } from "#shared/storage/aws-clients.ts";
import { createRepositories } from "#shared/storage/repositories.ts";
import { createSecretVault } from "#shared/storage/secret-vault.ts";
import { type DeviceSource, servedDevices } from "./adb/device-source.ts";
import type { AdbEndpoint } from "./adb/single-connection.ts";
import { type Dispatcher, dispatch } from "./commands/dispatch.ts";
import { ArtifactSpool, defaultSpoolSettings, type SpoolSettings } from "./delivery/artifact-spool.ts";
import { openCommandJournal } from "./delivery/command-journal.ts";
import { type CommandQueue, openCommandQueue, type QueueMessage } from "./delivery/command-queue.ts";
import { DeviceQueues } from "./delivery/device-queues.ts";
import { pollCommands } from "./delivery/poll-commands.ts";
import { taskTokens } from "./delivery/task-token.ts";
import { type RetrySettings, retryBackoff } from "./devices/retry-plan.ts";
import { DeviceRegistry } from "./discovery/device-registry.ts";
import { drainHost } from "./drain-host.ts";
import { hostApi } from "./host-api.ts";
import { type HostClock, systemClock } from "./host-clock.ts";
import { freeBytesOf, HostDisk } from "./host-disk.ts";
import { startHeartbeat } from "./host-heartbeat.ts";
import type { HostLogger } from "./host-logger.ts";
import { HostMetrics } from "./host-metrics.ts";
import type { HostServices } from "./host-services.ts";
import { startHttpServer } from "./http/start-http-server.ts";
import { pollDevices } from "./lease/poll-devices.ts";
import { pollPool } from "./lease/poll-pool.ts";
import { findPoolQueues, type PoolQueues } from "./lease/pool-queues.ts";
import { tendDevices } from "./lease/tend-devices.ts";
import type { DeviceProfile } from "./null-device/device-profile.ts";
import { nullDevices } from "./null-device/null-devices.ts";
import { KeptPictures } from "./observe/kept-pictures.ts";
import { TextReader } from "./observe/text-reader.ts";
import { HostFailures } from "./quick-failures.ts";
import { retireHost } from "./retire-host.ts";
import { serverTime } from "./server-time.ts";
import { tendSnapshots } from "./snapshots/tend-snapshots.ts";

export interface HostOptions {
  /** Of the deployment that it serves. */
  readonly stage: string;
  readonly tenantId: string;
  readonly hostId: string;
  readonly pool: string;
  /** Where its adb server listens, or what stands in for devices. */
  readonly devices: AdbEndpoint | DeviceProfile;
  /** Where the host keeps its journal and what storage does not take; made when missing. One host a directory. */
  readonly dir: string;
  readonly aws: AwsConfig;
  readonly tableName: string;
  readonly bucketName: string;
  /** Port of the local API; 0 or absent: a free one. */
  readonly apiPort?: number;
  readonly logger: HostLogger;
  /** Absent: everything is as Drover has it. */
  readonly config?: ProjectConfig;
  /** An action planned on a screen seen longer ago than this is preceded by another look; 0: every one. Absent: 30. */
  readonly recheckSeconds?: number;
  /** Pauses between tries of a quarantined device. Absent: from half a minute to an hour. */
  readonly retry?: RetrySettings;
  /** How often it says that it lives; a host silent for six of these is taken for lost. Absent: 5. */
  readonly beatSeconds?: number;
  /** With less room than this in `dir` it takes no new work. Absent: 200 MB. */
  readonly leastFreeBytes?: number;
  /** Where these differ from the usual. */
  readonly spool?: Partial<SpoolSettings>;
  /** Asked for the room in `dir`; absent: the file system. */
  readonly freeBytes?: () => Promise<number>;
  /** When it is drained its queues go too: its machine does not come back. Absent: they wait for it. */
  readonly retires?: boolean;
  /** Absent: this machine's. */
  readonly clock?: HostClock;
}

export interface RunningHost {
  readonly hostId: string;
  readonly apiUrl: string;
  readonly apiToken: string;
  /** Takes no more jobs, finishes or hands back what it holds, and closes everything. Idempotent. */
  drain(): Promise<void>;
  /** Stops at once; what runs is left to its heartbeats. */
  close(): Promise<void>;
}

/** A model answers in less, as a rule. */
const defaultRecheckSeconds = 30;
const defaultBeatSeconds = 5;
const defaultLeastFreeBytes = 200 * 1_048_576;
const defaultRetry: RetrySettings = { firstSeconds: 30, longestSeconds: 3_600 };

/**
 * Starts the daemon beside the phones. Resolves when it is registered and polls its queues.
 * @throws ConfigurationInvalid for options it cannot work with · PoolNotFound · StorageUnavailable when the cloud does not answer
 */
export async function startHost(options: HostOptions): Promise<RunningHost> {
  const { services, poolQueues, hostQueue, retire, release } = await openServices(options);
  const registry = new DeviceRegistry(sourceOf(options.devices), services);
  const disk = new HostDisk(
    options.leastFreeBytes ?? defaultLeastFreeBytes,
    options.freeBytes ?? (() => freeBytesOf(options.dir)),
    [services.spool, services.failures],
  );
  const beatMilliseconds = (options.beatSeconds ?? defaultBeatSeconds) * 1_000;
  const heartbeat = await startHeartbeat(registry, services, { beatMilliseconds, disk });
  await registry.start();
  await heartbeat.say("online");
  const pulling = new AbortController();
  const working = new AbortController();
  const polls = startPolls(
    { registry, services, poolQueues, hostQueue, disk },
    pulling.signal,
    working.signal,
  );
  const apiToken = randomBytes(24).toString("base64url");
  const http = await startHttpServer(
    hostApi(registry, services, pulling.signal, disk),
    apiToken,
    options.apiPort ?? 0,
  );

  let forGood = false;
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => {
    closing ??= (async () => {
      pulling.abort();
      working.abort();
      await http.close();
      await registry.close();
      await services.textReader.close();
      await Promise.allSettled(polls);
      await heartbeat.stop();
      if (forGood) await retire();
      release();
    })();
    return closing;
  };
  return {
    hostId: services.hostId,
    apiUrl: http.url,
    apiToken,
    close,
    drain: async () => {
      pulling.abort();
      await drainHost(registry, heartbeat, services);
      forGood = options.retires === true;
      await close();
    },
  };
}

const sourceOf = (devices: HostOptions["devices"]): DeviceSource =>
  "port" in devices ? servedDevices(devices) : nullDevices(devices);

interface Polled {
  readonly registry: DeviceRegistry;
  readonly services: HostServices;
  readonly poolQueues: PoolQueues;
  readonly hostQueue: CommandQueue;
  readonly disk: HostDisk;
}

/** Takes jobs and tends devices until `pulling` is aborted, works off commands until `commanded` is. */
function startPolls(
  { registry, services, poolQueues, hostQueue, disk }: Polled,
  pulling: AbortSignal,
  commanded: AbortSignal,
): readonly Promise<void>[] {
  const working = () => disk.problem === null;
  const nextChange = (signal: AbortSignal) => registry.nextChange(signal);
  const free = {
    list: () => (working() ? registry.free() : []),
    // A turn later than it is asked for by name: such a job waits for no other device.
    changed: (signal: AbortSignal) => nextChange(signal).then(() => nextTurn()),
  };
  const named = { devices: () => registry.devices(), working, nextChange };
  const dispatching = dispatcher(registry, services, pulling);
  const work = {
    handle: (message: QueueMessage) => dispatch(message, dispatching).finally(() => registry.notify()),
    deviceCount: () => registry.devices().length,
  };
  return [
    pollPool(poolQueues, free, services, pulling),
    pollDevices(named, services, pulling),
    pollCommands(hostQueue, work, services, commanded),
    tendDevices(registry, services, pulling),
    tendSnapshots(registry, services, pulling),
    services.spool.run(commanded),
  ];
}

async function openServices(options: HostOptions) {
  const { stage, tenantId, hostId, pool } = checkedIds(options);
  const config = options.config ?? (await loadProjectConfig({}));
  const { logger, tableName, bucketName } = options;
  const aws = createAwsClients(options.aws);
  const clock = serverTime(options.clock ?? systemClock, aws);
  mkdirSync(options.dir, { recursive: true });
  const journal = openCommandJournal(join(options.dir, "journal.sqlite"), () => clock.now());
  const repositories = createRepositories({
    dynamodb: aws.dynamodb,
    tableName,
    retention: config.retention,
    now: () => new Date(),
  });
  const poolQueues = await findPoolQueues(aws.sqs, repositories.pools, { stage, tenantId, pool });
  const hostQueue = await openCommandQueue(
    aws.sqs,
    hostQueueName(stage, tenantId, hostId),
    deadLetterQueueName(stage),
  );
  const artifacts = createArtifacts({ s3: aws.s3, s3Links: aws.s3Links, bucketName, mayList: false });
  const spoolSettings = { ...defaultSpoolSettings, ...options.spool };
  const spool = new ArtifactSpool(join(options.dir, "spool.sqlite"), spoolSettings, {
    artifacts,
    clock,
    logger,
  });
  const backoff = retryBackoff(options.retry ?? defaultRetry);
  const services: HostServices = {
    tenantId,
    hostId,
    pool,
    actions: config.catalogue,
    clock,
    newId: () => ulid(),
    logger,
    metrics: new HostMetrics(),
    repositories,
    artifacts,
    secrets: createSecretVault(aws.secretsManager, stage),
    spool,
    journal,
    textReader: new TextReader(),
    pictures: new KeptPictures(),
    tokens: taskTokens(aws.sfn),
    commandQueueUrl: hostQueue.url,
    deviceQueues: new DeviceQueues(aws.sqs, { stage, tenantId }),
    adbServer: "port" in options.devices ? options.devices : null,
    config,
    retryBackoff: backoff,
    failures: new HostFailures(backoff, () => clock.monotonic()),
    recheckMilliseconds: (options.recheckSeconds ?? defaultRecheckSeconds) * 1_000,
  };
  const release = (): void => {
    journal.close();
    spool.close();
    closeAwsClients(aws);
  };
  return { services, poolQueues, hostQueue, retire: () => retireHost(services, aws.sqs), release };
}

const dispatcher = (registry: DeviceRegistry, services: HostServices, pulling: AbortSignal): Dispatcher => ({
  services,
  device: (deviceId) => registry.get(deviceId),
  draining: () => pulling.aborted,
  notify: () => registry.notify(),
});

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
