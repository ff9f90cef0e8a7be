import path from "node:path";
import type { LatencyName } from "@drover/virtual-android";
import type { AdbEndpoint } from "#device-host/adb/single-connection.ts";
import type { DeviceProfile } from "#device-host/null-device/device-profile.ts";
import { loadProjectConfig } from "#shared/config/load-project-config.ts";
import { TenantId } from "#shared/contracts/values/ids.ts";
import { localStage } from "#shared/contracts/values/stage.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { defined } from "#shared/values/defined.ts";
import type { ChildPart } from "./child-part.ts";
import { startCloud } from "./cloud/start-cloud.ts";
import { type FarmFile, readFarmFile, removeFarmFile, writeFarmFile } from "./farm-file.ts";
import { FarmParts } from "./farm-parts.ts";
import { makeDirectory } from "./make-directory.ts";
import { chooseModel, configuredKeys } from "./model-choice.ts";
import { processStart } from "./process-start.ts";

export interface FarmOptions {
  /** Where everything it keeps lies. */
  readonly dir: string;
  /**
   * How many virtual phones, how many at most that are made for a job each, where a real adb server listens, or what stands in for
   * devices in a bench.
   */
  readonly phones: number | MadePhones | AdbEndpoint | DeviceProfile;
  /** What virtual phones are like. */
  readonly virtualPhones?: VirtualPhoneSettings;
  /** The agent's, when neither a job nor the project's config names one. */
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  /** The project's config; absent: there is none. */
  readonly configFile?: string | undefined;
  /** Webhooks may lead to this machine's own addresses too. */
  readonly webhooksToLoopback?: boolean;
  /** Of the functions' and the host's logs; absent: info. */
  readonly logLevel?: "info" | "debug";
  /** Of the practice model: how long each of its answers takes. */
  readonly modelLatencyMilliseconds?: number | undefined;
  /** What AWS would bill is reported to a meter in this process (cloud/metering/). */
  readonly metered?: boolean;
  /** What decides when schedules are due; absent: this machine's. */
  readonly scheduleClock?: () => Date;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly report: (line: string) => void;
}

interface VirtualPhoneSettings {
  /** A directory of apps that they have beside theirs. */
  readonly apps?: string | undefined;
  /** As on what device their commands take their time; at once, unless told. */
  readonly latency?: LatencyName | undefined;
}

interface MadePhones {
  readonly ephemeral: number;
}

export interface Farm {
  readonly file: FarmFile;
  /** Ends every process that was started, the device host first. Idempotent. */
  close(): Promise<void>;
}

const publishAgainMilliseconds = 2_000;

type RunningCloud = Awaited<ReturnType<typeof startCloud>>;

const tenantId = TenantId.parse("local");

/**
 * Starts the whole farm on this machine: the model and the phones as processes of their own (unless real ones are used),
 * the cloud stand-ins in this process, then the device host as it would run beside real phones.
 */
export async function startFarm(options: FarmOptions): Promise<Farm> {
  await makeDirectory(options.dir);
  await refuseSecondFarm(options.dir);
  // What is wrong with it is said before anything starts.
  const { providers } = await loadProjectConfig({ DROVER_CONFIG_FILE: options.configFile });
  const ownStart = await processStart(process.pid);
  const parts = new FarmParts(options);
  const close = async (): Promise<void> => {
    parts.onChange = async () => undefined;
    await removeFarmFile(options.dir);
    await parts.close();
  };
  try {
    // Both are processes, which start side by side; one that fails is waited for no less.
    const [choosing, plugging] = await Promise.allSettled([
      chooseModel(options.environment, options, providers, () => startModel(options, parts)),
      startPhones(options, parts),
    ]);
    const [chosen, adb] = [resultOf(choosing), resultOf(plugging)];
    const keys = { ...chosen.keys, ...configuredKeys(options.environment, providers) };
    const model = { ...chosen, keys };
    const cloud = await startCloud({
      dir: path.join(options.dir, "cloud"),
      model,
      tenantId,
      configFile: options.configFile,
      metered: options.metered ?? false,
      debugLog: options.logLevel === "debug",
      webhooksToLoopback: options.webhooksToLoopback ?? false,
      environment: options.environment,
      warm: true,
      onEngineChange: (status) => parts.changed("engine", status),
      report: options.report,
      ...defined({ scheduleClock: options.scheduleClock }),
    });
    parts.closeLater(cloud);
    const environment = environmentOf(cloud);
    const startedAt = new Date().toISOString();
    const fileWith = (host: ChildPart): FarmFile => ({
      schemaVersion: 2,
      pid: process.pid,
      processStart: ownStart,
      startedAt,
      configFile: options.configFile ?? null,
      apiUrl: cloud.endpoints.api,
      token: cloud.token,
      model: {
        provider: model.defaultProvider,
        model: model.defaultModel,
        providers: model.providers,
        practice: model.practice,
      },
      adb: adb ?? adbOf(options.phones, host),
      host: {
        hostId: String(host.ready.hostId),
        url: String(host.ready.url),
        token: String(host.ready.token),
      },
      processes: parts.processes,
      parts: parts.statuses,
      environment,
    });
    const hostOptions = {
      "--host-id": "local",
      "--stage": localStage,
      "--tenant": tenantId,
      ...deviceFlags(options, adb),
    };
    const places = {
      "--dir": path.join(options.dir, "host"),
      "--table": cloud.tableName,
      "--bucket": cloud.bucketName,
    };
    const config = defined({ "--config": options.configFile, "--log": options.logLevel });
    const host = { arguments: flags({ ...hostOptions, ...places, ...config }), environment };
    const running = await parts.keep("host", host);
    // One after the other, so that the file ends with what is true last.
    let published = Promise.resolve();
    const publish = (): Promise<void> => {
      const write = (): Promise<void> => writeFarmFile(options.dir, fileWith(running.current));
      published = published.then(write, write);
      return published;
    };
    await publish();
    // A full disk must not end the farm: the file is written as soon as that is possible.
    parts.onChange = () =>
      publish().catch(() => {
        setTimeout(() => void parts.onChange(), publishAgainMilliseconds).unref();
      });
    return { file: fileWith(running.current), close };
  } catch (error) {
    await close();
    throw error;
  }
}

function resultOf<Value>(settled: PromiseSettledResult<Value>): Value {
  if (settled.status === "rejected") throw settled.reason;
  return settled.value;
}

async function refuseSecondFarm(dir: string): Promise<void> {
  const running = await readFarmFile(dir);
  if (!running) return;
  throw new DroverError("ConfigurationInvalid", `A farm already runs on ${dir} (process ${running.pid}).`, {
    advice: ["Use it, stop it, or use another directory with --dir."],
  });
}

async function startModel(options: FarmOptions, parts: FarmParts): Promise<ChildPart> {
  const { modelLatencyMilliseconds: latency } = options;
  const first = latency === undefined ? [] : flags({ "--latency": latency });
  const model = await parts.keep("model", { arguments: first }, ({ ready }) => ({
    arguments: [...first, ...flags({ "--port": new URL(String(ready.url)).port })],
    environment: { DROVER_PRACTICE_API_KEY: String(ready.apiKey) },
  }));
  return model.current;
}

async function startPhones(options: FarmOptions, parts: FarmParts): Promise<FarmFile["adb"]> {
  if (typeof options.phones !== "number")
    return "port" in options.phones ? { ...options.phones, virtualPhones: 0, madeForJobs: false } : null;
  const dir = path.join(options.dir, "phones");
  const { apps, latency } = virtualPhonesOf(options);
  const settings = defined({ "--apps": apps, "--latency": latency });
  const count = flags({ "--count": options.phones, "--dir": dir, ...settings });
  const { current: phones } = await parts.keep("phones", { arguments: count }, ({ ready }) => ({
    arguments: [...count, ...flags({ "--port": Number(ready.adbPort) })],
  }));
  return {
    host: String(phones.ready.adbHost),
    port: Number(phones.ready.adbPort),
    virtualPhones: options.phones,
    madeForJobs: false,
  };
}

/** Phones that are made for jobs are the host's own. */
const adbOf = (phones: FarmOptions["phones"], { ready }: ChildPart): FarmFile["adb"] =>
  typeof phones === "object" && "ephemeral" in phones
    ? { host: "127.0.0.1", port: Number(ready.adbPort), virtualPhones: phones.ephemeral, madeForJobs: true }
    : null;

const virtualPhonesOf = ({ virtualPhones: { apps, latency } = {} }: FarmOptions) => ({
  apps: apps === undefined ? undefined : path.resolve(apps),
  latency,
});

function deviceFlags(options: FarmOptions, adb: FarmFile["adb"]): Record<string, string | number> {
  const { phones } = options;
  if (adb !== null) return { "--adb-host": adb.host, "--adb-port": adb.port };
  if (typeof phones === "number" || "port" in phones) return {};
  if ("ephemeral" in phones) {
    const { apps, latency } = virtualPhonesOf(options);
    const settings = defined({ "--virtual-apps": apps, "--phone-latency": latency });
    return { "--ephemeral": phones.ephemeral, "--device-provider": "virtual", ...settings };
  }
  return { "--device-profile": phones.actionMilliseconds, "--devices": phones.devices };
}

const environmentOf = (cloud: RunningCloud): Readonly<Record<string, string>> => ({
  AWS_ENDPOINT_URL_S3: cloud.endpoints.s3,
  AWS_ENDPOINT_URL_SQS: cloud.endpoints.sqs,
  AWS_ENDPOINT_URL_DYNAMODB: cloud.endpoints.dynamodb,
  AWS_ENDPOINT_URL_SFN: cloud.endpoints.sfn,
  AWS_ENDPOINT_URL_SECRETS_MANAGER: cloud.endpoints.secretsManager,
  AWS_ENDPOINT_URL_SCHEDULER: cloud.endpoints.scheduler,
  AWS_REGION: cloud.region,
  AWS_ACCESS_KEY_ID: cloud.credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: cloud.credentials.secretAccessKey,
});

const flags = (values: Readonly<Record<string, string | number>>): readonly string[] =>
  Object.entries(values).flatMap(([name, value]) => [name, String(value)]);
