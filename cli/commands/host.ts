import { hostname } from "node:os";
import path from "node:path";
import { type Command, Option } from "commander";
import { jsonLineLogger, type LogLevel, logLevels } from "#device-host/host-logger.ts";
import { startHost } from "#device-host/start-host.ts";
import { makeDirectory } from "#local/make-directory.ts";
import { loadProjectConfig } from "#shared/config/load-project-config.ts";
import { usualStage } from "#shared/contracts/stage.ts";
import { awsConfigFromEnvironment } from "#shared/storage/aws-config-from-environment.ts";
import { configFile, configOption } from "../config-file.ts";
import { deviceProfileOption, devicesOption, nullProfile } from "../device-profile-options.ts";
import { hostId, hostName, poolName, someText, stage, tenantId } from "../option-values.ts";
import { runPart } from "../run-part.ts";
import { portNumber, wholeNumber } from "../whole-number.ts";

interface HostCommandOptions {
  readonly adbHost: string;
  readonly adbPort: number;
  readonly deviceProfile?: number;
  readonly devices?: number;
  readonly pool: string;
  readonly hostId: string;
  readonly dir: string;
  readonly port: number;
  readonly stage: string;
  readonly tenant: string;
  readonly table: string;
  readonly bucket: string;
  readonly recheckSeconds: number;
  readonly config?: string;
  readonly retire?: true;
  readonly log: LogLevel;
}

export const hostCommand = (command: Command): Command =>
  command
    .option("--adb-host <host>", "where the adb server listens", hostName, "127.0.0.1")
    .option("--adb-port <port>", "port of the adb server", portNumber, 5037)
    .addOption(deviceProfileOption().conflicts(["adbHost", "adbPort"]))
    .addOption(devicesOption())
    .option("--pool <name>", "pool that its devices belong to", poolName, "default")
    .option("--host-id <id>", "name of this host, the same after a restart", hostId, defaultHostId())
    .option("--dir <dir>", "where the host keeps its journal", someText, path.join(".drover", "host"))
    .option("--port <port>", "port of the host's local API, 0 for a free one", portNumber, 0)
    .addOption(
      new Option("--stage <name>", "stage of the deployment that it serves")
        .env("DROVER_STAGE")
        .argParser(stage)
        .default(usualStage),
    )
    .option("--tenant <id>", "tenant whose jobs it takes", tenantId, "local")
    .requiredOption("--table <name>", "DynamoDB table", someText)
    .requiredOption("--bucket <name>", "S3 bucket", someText)
    .option(
      "--recheck-seconds <n>",
      "look again before an action planned longer ago than this",
      wholeNumber(0, 3_600),
      30,
    )
    .option(
      "--retire",
      "when it is told to stop, remove its queues too: for a machine that does not come back",
    )
    .option(...configOption)
    .addOption(new Option("--log <level>", "how much it says on stderr").choices(logLevels).default("info"))
    .action((options: HostCommandOptions) =>
      runPart(async () => {
        const host = await startHost({
          stage: options.stage,
          tenantId: options.tenant,
          hostId: options.hostId,
          pool: options.pool,
          devices: nullProfile(options) ?? { host: options.adbHost, port: options.adbPort },
          dir: await makeDirectory(options.dir),
          aws: awsConfigFromEnvironment(process.env),
          tableName: options.table,
          bucketName: options.bucket,
          apiPort: options.port,
          recheckSeconds: options.recheckSeconds,
          retires: options.retire === true,
          config: await loadProjectConfig({ DROVER_CONFIG_FILE: configFile(options.config) }),
          logger: jsonLineLogger(
            options.log,
            (line) => process.stderr.write(line),
            () => new Date(),
          ),
        });
        return {
          ready: { hostId: host.hostId, url: host.apiUrl, token: host.apiToken },
          close: () => host.drain(),
        };
      }),
    );

/** Ids allow no dots, as a machine's name may have. */
function defaultHostId(): string {
  const name = hostname()
    .replaceAll(/[^A-Za-z0-9_-]/g, "-")
    .replace(/^[^A-Za-z0-9]+/, "")
    .slice(0, 32);
  return name === "" ? "host" : name;
}
