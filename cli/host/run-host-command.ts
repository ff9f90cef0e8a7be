import { type Command, Option } from "commander";
import { announceEmulators } from "#device-host/adb/announce-emulators.ts";
import type { MadeDeviceSettings } from "#device-host/discovery/made-devices.ts";
import { jsonLineLogger, type LogLevel, logLevels } from "#device-host/host-logger.ts";
import { type RunningHost, startHost } from "#device-host/start-host.ts";
import { makeDirectory } from "#local/make-directory.ts";
import { loadProjectConfig } from "#shared/config/load-project-config.ts";
import { awsConfigFromEnvironment } from "#shared/storage/clients/aws-config-from-environment.ts";
import { defined } from "#shared/values/defined.ts";
import { configFile, configOption } from "../config-file.ts";
import { deviceProfileOption, devicesOption, nullProfile } from "../options/device-profile-options.ts";
import { hostName } from "../options/option-values.ts";
import {
  phoneLatencyOption,
  type VirtualPhoneOptions,
  virtualAppsOption,
} from "../options/virtual-phone-options.ts";
import { portNumber } from "../options/whole-number.ts";
import { runPart } from "../run-part.ts";
import { writeHostFile } from "./host-file.ts";
import { given, hostOptions, withHostOptions } from "./host-options.ts";
import { emulatorPorts } from "./host-setup.ts";
import { type DeviceKind, deviceKindNames, madeDevices } from "./made-devices.ts";
import { watchThisMachine } from "./this-machine.ts";

export interface RunOptions extends VirtualPhoneOptions {
  readonly adbHost: string;
  readonly adbPort: number;
  readonly deviceProfile?: number;
  readonly devices?: number;
  readonly ephemeral?: number;
  readonly deviceProvider: DeviceKind;
  readonly sdk?: string;
  readonly avdHome?: string;
  readonly emulatorUnits?: boolean;
  readonly stage: string;
  readonly pool: string;
  readonly hostId: string;
  readonly dir: string;
  readonly port: number;
  readonly tenant: string;
  readonly table?: string;
  readonly bucket?: string;
  readonly treeHelperPort?: number;
  readonly uiServer: "auto" | "never";
  readonly uiServerApks?: string;
  readonly autoScalingGroup?: string;
  readonly idleMinutes: number;
  readonly drainMinutes: number;
  readonly retire?: true;
  readonly config?: string;
  readonly log: LogLevel;
}

export const runHostCommand = (command: Command): Command =>
  withHostOptions(
    command.option("--adb-host <host>", "where the adb server listens", hostName, "127.0.0.1"),
    ...(["adbPort", "treeHelperPort", "uiServer", "uiServerApks", "sdk", "avdHome"] as const),
    ...(["emulatorUnits", "pool", "hostId", "dir"] as const),
    ...(["stage", "table", "bucket", "autoScalingGroup", "idleMinutes", "drainMinutes"] as const),
  )
    .addOption(deviceProfileOption().conflicts(["adbHost", "adbPort"]))
    .addOption(devicesOption())
    .addOption(hostOptions.ephemeral().conflicts("deviceProfile"))
    .addOption(
      new Option("--device-provider <kind>", "the kind of devices: SDK emulators or virtual phones")
        .choices(deviceKindNames)
        .default("avd"),
    )
    .addOption(virtualAppsOption())
    .addOption(phoneLatencyOption())
    .option("--port <port>", "port of the host's local API, 0 for a free one", portNumber, 0)
    .addOption(hostOptions.tenant("local"))
    .option("--retire", "remove its queues at the end, for a machine that does not come back")
    .option(...configOption)
    .addOption(new Option("--log <level>", "the log level on stderr").choices(logLevels).default("info"))
    .action((options: RunOptions) => {
      const table = given(options.table, "--table");
      const bucket = given(options.bucket, "--bucket");
      return runPart(() => runHost({ ...options, table, bucket }));
    });

/** Its end is the machine's, where that belongs to a group. */
async function runHost(options: RunOptions & { readonly table: string; readonly bucket: string }) {
  const logger = jsonLineLogger(
    options.log,
    (line) => process.stderr.write(line),
    () => new Date(),
  );
  const dir = await makeDirectory(options.dir);
  const made = await madeDevices(options, dir);
  const host = await startHost({
    stage: options.stage,
    tenantId: options.tenant,
    hostId: options.hostId,
    pool: options.pool,
    devices: made?.adb ?? nullProfile(options) ?? { host: options.adbHost, port: options.adbPort },
    ...madeOf(made),
    dir,
    aws: awsConfigFromEnvironment(process.env),
    tableName: options.table,
    bucketName: options.bucket,
    apiPort: options.port,
    ...defined({ treeHelperPort: options.treeHelperPort }),
    // Another server on the devices holds what this one needs.
    uiServer: {
      use: options.treeHelperPort === undefined ? options.uiServer : "never",
      ...defined({ apks: options.uiServerApks }),
    },
    retires: options.retire === true,
    config: await loadProjectConfig({ DROVER_CONFIG_FILE: configFile(options.config) }),
    logger,
    environment: process.env,
  });
  const machine = watchThisMachine(host, options, logger);
  const ready = {
    hostId: host.hostId,
    url: host.apiUrl,
    token: host.apiToken,
    ...(made === null ? {} : { adbPort: made.adb.port }),
  };
  // A farm's host is ended with the farm, which would start it again.
  const hostFile = process.channel ? null : await writeHostFile(dir, ready);
  const announced = options.emulatorUnits
    ? announceEmulators(options.adbPort, emulatorPorts(options.adbPort))
    : null;
  const drained = host.ended.then(() => "it was drained");
  return {
    ready,
    ended: machine === null ? drained : Promise.race([drained, machine.ended]),
    close: () => closeAll(host, machine?.stop, announced?.stop, made?.close, hostFile?.remove),
  };
}

const madeOf = (
  made: { readonly settings: MadeDeviceSettings } | null,
): { readonly made?: MadeDeviceSettings } => (made === null ? {} : { made: made.settings });

async function closeAll(
  host: RunningHost,
  ...others: readonly ((() => void | Promise<void>) | undefined)[]
): Promise<void> {
  for (const close of others.slice(0, 1)) await close?.();
  await host.drain();
  for (const close of others.slice(1)) await close?.();
}
