import { mkdir } from "node:fs/promises";
import path from "node:path";
import { TenantId } from "#shared/contracts/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { type ChildPart, startChildPart } from "./child-part.ts";
import { startCloud } from "./cloud/start-cloud.ts";
import { type FarmFile, readFarmFile, removeFarmFile, writeFarmFile } from "./farm-file.ts";
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
  /** Ends every process that was started, devices first. Idempotent. */
  close(): Promise<void>;
}

const tenantId = TenantId.parse("local");

/**
 * Starts the whole farm on this machine: the model and the phones as processes of their own (unless real ones are used),
 * the cloud stand-ins in this process, then the device host as it would run beside real phones.
 */
export async function startFarm(options: FarmOptions): Promise<Farm> {
  const running = await readFarmFile(options.dir);
  if (running) {
    throw new DroverError(
      "ConfigurationInvalid",
      `A farm already runs on ${options.dir} (process ${running.pid}).`,
      {
        advice: ["Use it, stop it, or give another directory with --dir."],
      },
    );
  }
  const processes: Record<string, number> = { farm: process.pid };
  const started: { close(): Promise<unknown> }[] = [];
  let closing = false;
  const close = async (): Promise<void> => {
    closing = true;
    await removeFarmFile(options.dir);
    for (let part = started.pop(); part; part = started.pop()) await part.close();
  };
  try {
    await mkdir(options.dir, { recursive: true });
    const logDirectory = path.join(options.dir, "logs");
    const child = async (name: string, args: readonly string[], environment = {}): Promise<ChildPart> => {
      const part = await startChildPart({ name, arguments: [name, ...args], environment, logDirectory });
      started.push({ close: () => part.stop() });
      processes[name] = part.pid;
      void part.ended.then((how) => {
        if (!closing) options.report(`drover ${name} ended: ${how}; see ${logDirectory}`);
      });
      return part;
    };

    const model = await chooseModel(options.environment, options.model, () => child("model", []));
    const adb = await chooseAdb(options, child);
    const cloud = await startCloud({ dir: path.join(options.dir, "cloud"), model, tenantId });
    started.push(cloud);
    const environment = {
      AWS_ENDPOINT_URL_S3: cloud.endpoints.s3,
      AWS_ENDPOINT_URL_SQS: cloud.endpoints.sqs,
      AWS_ENDPOINT_URL_DYNAMODB: cloud.endpoints.dynamodb,
      AWS_ENDPOINT_URL_SFN: cloud.endpoints.sfn,
      AWS_REGION: cloud.region,
      AWS_ACCESS_KEY_ID: cloud.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: cloud.credentials.secretAccessKey,
    };
    const hostArguments = [
      "--host-id",
      "local",
      "--adb-host",
      adb.host,
      "--adb-port",
      String(adb.port),
      "--tenant",
      tenantId,
    ];
    const host = await child(
      "host",
      [
        ...hostArguments,
        "--dir",
        path.join(options.dir, "host"),
        "--table",
        cloud.tableName,
        "--bucket",
        cloud.bucketName,
      ],
      environment,
    );
    const file: FarmFile = {
      schemaVersion: 1,
      pid: process.pid,
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
      processes,
      environment,
    };
    await writeFarmFile(options.dir, file);
    return { file, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function chooseAdb(
  options: FarmOptions,
  child: (name: string, args: readonly string[]) => Promise<ChildPart>,
): Promise<FarmFile["adb"]> {
  if (typeof options.phones !== "number") return { ...options.phones, virtualPhones: 0 };
  const phones = await child("phones", [
    "--count",
    String(options.phones),
    "--dir",
    path.join(options.dir, "phones"),
  ]);
  return {
    host: String(phones.ready.adbHost),
    port: Number(phones.ready.adbPort),
    virtualPhones: options.phones,
  };
}
