import { hostname } from "node:os";
import path from "node:path";
import { type Command, Option } from "commander";
import { usualStage } from "#shared/contracts/values/stage.ts";
import { hostId, poolName, someText, stage, tenantId } from "../options/option-values.ts";
import { portNumber, wholeNumber } from "../options/whole-number.ts";
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";

/** Each can be set by a variable too, as the services of a machine do. */
const option =
  (
    flags: string,
    help: string,
    variable: string,
    parse: (text: string) => unknown,
    usual?: string | number,
  ) =>
  (ownUsual = usual): Option => {
    const made = new Option(flags, help).env(variable).argParser(parse);
    return ownUsual === undefined ? made : made.default(ownUsual);
  };

/** Of several commands of a host. */
export const hostOptions = {
  stage: option(
    "--stage <name>",
    "stage of the deployment that it serves",
    "DROVER_STAGE",
    stage,
    usualStage,
  ),
  pool: option("--pool <name>", "pool that its devices belong to", "DROVER_POOL", poolName, "default"),
  hostId: option(
    "--host-id <id>",
    "the host's name; keep it the same after a restart",
    "DROVER_HOST_ID",
    hostId,
    defaultHostId(),
  ),
  tenant: option("--tenant <id>", "tenant whose jobs it takes", "DROVER_TENANT", tenantId),
  table: option("--table <name>", "DynamoDB table", "DROVER_TABLE", someText),
  bucket: option("--bucket <name>", "S3 bucket", "DROVER_BUCKET", someText),
  adbPort: option("--adb-port <port>", "port of the adb server", "DROVER_ADB_PORT", portNumber, 5_037),
  treeHelperPort: option(
    "--tree-helper-port <port>",
    "port of a uiautomator2 server on each device to read elements from (default: uiautomator)",
    "DROVER_TREE_HELPER_PORT",
    portNumber,
  ),
  uiServer: () =>
    new Option(
      "--ui-server <when>",
      "read and touch screens through Appium's server on each device: where it is installed on this machine, or never",
    )
      .env("DROVER_UI_SERVER")
      .choices(["auto", "never"])
      .default("auto"),
  uiServerApks: option(
    "--ui-server-apks <dir>",
    "the folder with its APKs (default: those of the npm package appium-uiautomator2-server)",
    "DROVER_UI_SERVER_APKS",
    someText,
  ),
  sdk: option("--sdk <dir>", "the Android SDK (default: its programs on PATH)", "ANDROID_HOME", someText),
  avdHome: option("--avd-home <dir>", "the folder for emulators' disks", "ANDROID_AVD_HOME", someText),
  dir: option(
    "--dir <dir>",
    "the folder for the host's journal",
    "DROVER_HOST_DIR",
    someText,
    path.join(".drover", "host"),
  ),
  image: option(
    "--image <package>",
    "system image of the emulators, as sdkmanager names it",
    "DROVER_IMAGE",
    someText,
    "system-images;android-34;google_apis;x86_64",
  ),
  ephemeral: option(
    "--ephemeral <n>",
    "create a device for each job, at most this many, and remove it afterwards",
    "DROVER_EPHEMERAL",
    wholeNumber(1, 64),
  ),
  emulatorUnits: () =>
    new Option("--emulator-units", "emulators run as system services")
      .env("DROVER_EMULATOR_UNITS")
      .hideHelp(),
  autoScalingGroup: option(
    "--auto-scaling-group <name>",
    "the EC2 Auto Scaling group of this machine",
    "DROVER_AUTO_SCALING_GROUP",
    someText,
  ),
  idleMinutes: option(
    "--idle-minutes <n>",
    "end a machine of a group after this time without jobs",
    "DROVER_IDLE_MINUTES",
    wholeNumber(1, 1_440),
    15,
  ),
  drainMinutes: option(
    "--drain-minutes <n>",
    "how long jobs may continue when a machine of a group has to end",
    "DROVER_DRAIN_MINUTES",
    wholeNumber(0, 120),
    60,
  ),
} as const;

/** Gives a command these of them. */
export const withHostOptions = (command: Command, ...names: readonly (keyof typeof hostOptions)[]): Command =>
  names.reduce((built, name) => built.addOption(hostOptions[name]()), command);

/** Checked here, because an option that must be given would be demanded of the subcommands too. */
export function given(
  value: string | undefined,
  option: string,
  advice = "It is in the deployment's outputs.",
): string {
  if (value !== undefined) return value;
  const what = option.startsWith("--") ? "option" : "variable";
  throw new CommandFailure(exitCodes.usage, `The ${what} ${option} is missing.`, [advice]);
}

/** Ids allow no dots, as a machine's name may have. */
function defaultHostId(): string {
  const name = hostname()
    .replaceAll(/[^A-Za-z0-9_-]/g, "-")
    .replace(/^[^A-Za-z0-9]+/, "")
    .slice(0, 32);
  return name === "" ? "host" : name;
}
