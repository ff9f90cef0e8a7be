import path from "node:path";
import { type Command, Option } from "commander";
import type { AdbEndpoint } from "#device-host/adb/single-connection.ts";
import { awsConfigFromEnvironment } from "#shared/storage/clients/aws-config-from-environment.ts";
import { checkAdb } from "../doctor/check-adb.ts";
import { checkNode } from "../doctor/check-node.ts";
import { type Finding, warn } from "../doctor/finding.ts";
import { sayFindings } from "../doctor/say-findings.ts";
import { onlyWith } from "../options/only-with.ts";
import { hostName, someText } from "../options/option-values.ts";
import { wholeNumber } from "../options/whole-number.ts";
import { checkAdbLoad } from "./checks/check-adb-load.ts";
import { checkClock } from "./checks/check-clock.ts";
import { checkCredentials } from "./checks/check-credentials.ts";
import { checkDevices } from "./checks/check-devices.ts";
import { checkDisk } from "./checks/check-disk.ts";
import { checkEmulators } from "./checks/check-emulators.ts";
import { checkGuestNetwork } from "./checks/check-guest-network.ts";
import { checkKeyboards } from "./checks/check-keyboards.ts";
import { checkKvm } from "./checks/check-kvm.ts";
import { checkUiServer } from "./checks/check-ui-server.ts";
import type { DeepCommandOptions } from "./deep/deep-command.ts";
import { withHostOptions } from "./host-options.ts";
import { installedHost } from "./installed-settings.ts";
import { sdkOf } from "./made-devices.ts";

interface DoctorOptions extends DeepCommandOptions {
  readonly json?: boolean;
  readonly adbHost: string;
  readonly adbPort: number;
  readonly dir: string;
  readonly sdk?: string;
  readonly avdHome?: string;
  readonly devices?: number;
  readonly tenant?: string;
  readonly table?: string;
  readonly hostId: string;
  readonly envFile?: string;
  readonly deep?: boolean;
}

export const hostDoctorCommand = (command: Command): Command =>
  withHostOptions(command, "adbPort", "sdk", "avdHome", "hostId", "tenant", "table")
    .option("--json", "print the findings as JSON")
    .option("--env-file <file>", "settings of an installed host (default: those of this machine)", someText)
    .option("--adb-host <host>", "where the adb server listens", hostName, "127.0.0.1")
    .option("--dir <dir>", "the folder for the host's journal", someText, ".")
    .option("--devices <n>", "how many emulators are expected", wholeNumber(1, 64))
    .option(
      "--deep",
      "try on one device all that a job does there, and write a report (docs/real-devices.md)",
    )
    .addOption(ofDeep("--serial <serial>", "which device (default: the only one)").argParser(someText))
    .addOption(ofDeep("--yes", "agree to what the check does to the device"))
    .addOption(ofDeep("--no-reboot", "do not restart the device"))
    .addOption(
      ofDeep("--report <base>", "write <base>.md and <base>.json")
        .default("drover-doctor")
        .argParser(someText),
    )
    .addOption(
      ofDeep("--record-adb <file>", "write a transcript for 'drover phones --replay'").argParser(someText),
    )
    .action(async (options: DoctorOptions, self: Command) => {
      onlyWith(self, deepOnly, options.deep ? "deep" : "", () => "--deep");
      if (options.deep) {
        const { deepCommand } = await import("./deep/deep-command.ts");
        return deepCommand({ host: options.adbHost, port: options.adbPort }, options);
      }
      const namesPort = self.getOptionValueSource("adbPort") !== "default";
      sayFindings(await findings(options, namesPort), options.json);
    });

const deepOnly = { serial: ["deep"], yes: ["deep"], reboot: ["deep"], report: ["deep"], recordAdb: ["deep"] };

const ofDeep = (flags: string, help: string): Option => new Option(flags, `with --deep: ${help}`);

async function findings(options: DoctorOptions, namesPort: boolean): Promise<readonly Finding[]> {
  const installed = installedHost(options.envFile);
  const environment = { ...installed.environment, ...process.env };
  const ports = namesPort || installed.adbPorts.length === 0 ? [options.adbPort] : installed.adbPorts;
  const sdk = sdkOf({
    adbPort: options.adbPort,
    ...settled("sdk", options.sdk ?? environment.ANDROID_HOME),
    ...settled("avdHome", options.avdHome ?? environment.ANDROID_AVD_HOME),
  });
  const emulators = sdk.root === null ? [] : checkEmulators(sdk, options.devices);
  const groups = await Promise.all([
    [checkNode()],
    sdk.root === null ? [] : [await checkKvm()],
    [await checkDisk(path.resolve(options.dir))],
    emulators,
    checkUiServer(environment),
    ...ports.map((port) => adbFindings({ host: options.adbHost, port })),
    cloudFindings(options, environment),
  ]);
  return groups.flat();
}

async function adbFindings(adb: AdbEndpoint): Promise<readonly Finding[]> {
  const checks = [
    checkAdb(adb),
    checkAdbLoad(adb),
    checkDevices(adb),
    checkKeyboards(adb),
    checkGuestNetwork(adb),
  ];
  return (await Promise.all(checks)).flat();
}

const settled = <Name extends string>(name: Name, value: string | undefined): { [key in Name]?: string } =>
  value === undefined ? {} : ({ [name]: value } as { [key in Name]: string });

async function cloudFindings(
  { tenant, table, hostId }: DoctorOptions,
  environment: NodeJS.ProcessEnv,
): Promise<readonly Finding[]> {
  const where = { tenant: tenant ?? environment.DROVER_TENANT, table: table ?? environment.DROVER_TABLE };
  if (environment.AWS_REGION === undefined)
    return [warn("clock", "no region is set: AWS was not checked", "Set AWS_REGION, or give --env-file.")];
  const aws = awsConfigFromEnvironment(environment);
  const clock = await checkClock(aws);
  if (where.tenant === undefined || where.table === undefined)
    return [clock, warn("credentials", "not tried", "Give --tenant and --table, or --env-file.")];
  // What the keys come from is named by variables that the SDK reads by itself.
  Object.assign(process.env, environment);
  return [clock, await checkCredentials(aws, { tenant: where.tenant, table: where.table, hostId })];
}
