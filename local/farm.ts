import path from "node:path";
import { TenantId } from "#shared/contracts/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { type ChildPart, startChildPart } from "./child-part.ts";
import { processStart } from "./cloud/process-start.ts";
import { startCloud } from "./cloud/start-cloud.ts";
import { type FarmFile, readFarmFile, removeFarmFile, writeFarmFile } from "./farm-file.ts";
import { keepRunning } from "./keep-running.ts";
import { makeDirectory } from "./make-directory.ts";
import { chooseModel } from "./model-choice.ts";

export interface FarmOptions {
  /** Where everything it keeps lies. */
  readonly dir: string;
  /** How many virtual phones, or where a real adb server listens. */
  readonly phones: number | { readonly host: string; readonly port: number };
  readonly model?: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly report: (line: string) => void;
}

export interface Farm {
  readonly file: FarmFile;
  /** Ends every process that was started, the device host first. Idempotent. */
  close(): Promise<void>;
}

type RunningCloud = Awaited<ReturnType<typeof startCloud>>;

const tenantId = TenantId.parse("local");

/**
 * Starts the whole farm on this machine: the model and the phones as processes of their own (unless real ones are used),
 * the cloud stand-ins in this process, then the device host as it would run beside real phones.
 */
export async function startFarm(options: FarmOptions): Promise<Farm> {
  await makeDirectory(options.dir);
  await refuseSecondFarm(options.dir);
  const ownStart = await processStart(process.pid);
  const parts = new FarmParts(options);
  const close = async (): Promise<void> => {
    await removeFarmFile(options.dir);
    await parts.close();
  };
  try {
    let publish = async (): Promise<void> => undefined;
    const restarted = (): Promise<void> => publish();
    const model = await chooseModel(options.environment, options.model, () => startModel(parts, restarted));
    const adb = await startPhones(options, parts, restarted);
    const cloud = await startCloud({ dir: path.join(options.dir, "cloud"), model, tenantId });
    parts.closeLater(cloud);
    const environment = environmentOf(cloud);
    const fileWith = (host: ChildPart): FarmFile => ({
      schemaVersion: 1,
      pid: process.pid,
      processStart: ownStart,
      startedAt: new Date().toISOString(),
      apiUrl: cloud.endpoints.api,
      token: cloud.token,
      model: { baseUrl: model.baseUrl, model: model.defaultModel, practice: model.practice },
      adb,
      host: {
        hostId: String(host.ready.hostId),
        url: String(host.ready.url),
        token: String(host.ready.token),
      },
      processes: parts.processes,
      environment,
    });
    const hostOptions = {
      "--host-id": "local",
      "--tenant": tenantId,
      "--adb-host": adb.host,
      "--adb-port": adb.port,
    };
    const places = {
      "--dir": path.join(options.dir, "host"),
      "--table": cloud.tableName,
      "--bucket": cloud.bucketName,
    };
    const host = { arguments: flags({ ...hostOptions, ...places }), environment };
    let running: ChildPart | undefined;
    publish = async () => {
      if (running) await writeFarmFile(options.dir, fileWith(running));
    };
    running = await parts.keep("host", host, (part) => {
      running = part;
      return publish();
    });
    await publish();
    return { file: fileWith(running), close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface PartStart {
  readonly arguments: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** The processes of a farm, ended in the reverse of the order in which they were started. */
class FarmParts {
  readonly processes: Record<string, number> = { farm: process.pid };
  readonly #options: FarmOptions;
  readonly #started: { close(): Promise<unknown> }[] = [];

  constructor(options: FarmOptions) {
    this.#options = options;
  }

  closeLater(part: { close(): Promise<unknown> }): void {
    this.#started.push(part);
  }

  /** Starts a part that is started again when it ends unasked, `again` as it was, so that others find it where it was. */
  async keep(
    name: string,
    first: PartStart,
    onRestart: (part: ChildPart) => Promise<void>,
    again: (before: ChildPart) => PartStart = () => first,
  ): Promise<ChildPart> {
    let before: ChildPart | undefined;
    const start = async (): Promise<ChildPart> => {
      before = await this.#spawn(name, before ? again(before) : first);
      return before;
    };
    const kept = await keepRunning({ start, onRestart, report: this.#options.report });
    this.closeLater({ close: () => kept.stop() });
    return kept.part;
  }

  async close(): Promise<void> {
    for (let part = this.#started.pop(); part; part = this.#started.pop()) await part.close();
  }

  async #spawn(name: string, start: PartStart): Promise<ChildPart> {
    const logDirectory = path.join(this.#options.dir, "logs");
    const part = await startChildPart({
      ...start,
      name,
      arguments: [name, ...start.arguments],
      logDirectory,
    });
    this.processes[name] = part.pid;
    return part;
  }
}

async function refuseSecondFarm(dir: string): Promise<void> {
  const running = await readFarmFile(dir);
  if (!running) return;
  throw new DroverError("ConfigurationInvalid", `A farm already runs on ${dir} (process ${running.pid}).`, {
    advice: ["Use it, stop it, or give another directory with --dir."],
  });
}

const startModel = (parts: FarmParts, restarted: () => Promise<void>): Promise<ChildPart> =>
  parts.keep("model", { arguments: [] }, restarted, ({ ready }) => ({
    arguments: flags({ "--port": new URL(String(ready.url)).port }),
    environment: { DROVER_PRACTICE_API_KEY: String(ready.apiKey) },
  }));

async function startPhones(
  options: FarmOptions,
  parts: FarmParts,
  restarted: () => Promise<void>,
): Promise<FarmFile["adb"]> {
  if (typeof options.phones !== "number") return { ...options.phones, virtualPhones: 0 };
  const dir = path.join(options.dir, "phones");
  const count = flags({ "--count": options.phones, "--dir": dir });
  const phones = await parts.keep("phones", { arguments: count }, restarted, ({ ready }) => ({
    arguments: [...count, ...flags({ "--port": Number(ready.adbPort) })],
  }));
  return {
    host: String(phones.ready.adbHost),
    port: Number(phones.ready.adbPort),
    virtualPhones: options.phones,
  };
}

const environmentOf = (cloud: RunningCloud): Readonly<Record<string, string>> => ({
  AWS_ENDPOINT_URL_S3: cloud.endpoints.s3,
  AWS_ENDPOINT_URL_SQS: cloud.endpoints.sqs,
  AWS_ENDPOINT_URL_DYNAMODB: cloud.endpoints.dynamodb,
  AWS_ENDPOINT_URL_SFN: cloud.endpoints.sfn,
  AWS_REGION: cloud.region,
  AWS_ACCESS_KEY_ID: cloud.credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: cloud.credentials.secretAccessKey,
});

const flags = (values: Readonly<Record<string, string | number>>): readonly string[] =>
  Object.entries(values).flatMap(([name, value]) => [name, String(value)]);
