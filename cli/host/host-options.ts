import { hostname } from "node:os";
import path from "node:path";
import { Option } from "commander";
import { usualStage } from "#shared/contracts/values/stage.ts";
import { hostId, poolName, someText, stage, tenantId } from "../options/option-values.ts";
import { portNumber, wholeNumber } from "../options/whole-number.ts";
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";

/** What several commands of a host take; each can be said by a variable, as the services of a machine do. */
export const hostOptions = {
  stage: () =>
    new Option("--stage <name>", "stage of the deployment that it serves")
      .env("DROVER_STAGE")
      .argParser(stage)
      .default(usualStage),
  pool: () =>
    new Option("--pool <name>", "pool that its devices belong to")
      .env("DROVER_POOL")
      .argParser(poolName)
      .default("default"),
  hostId: () =>
    new Option("--host-id <id>", "the host's name; keep it the same after a restart")
      .env("DROVER_HOST_ID")
      .argParser(hostId)
      .default(defaultHostId()),
  tenant: (usual?: string) => {
    const option = new Option("--tenant <id>", "tenant whose jobs it takes")
      .env("DROVER_TENANT")
      .argParser(tenantId);
    return usual === undefined ? option : option.default(usual);
  },
  table: () => new Option("--table <name>", "DynamoDB table").env("DROVER_TABLE").argParser(someText),
  bucket: () => new Option("--bucket <name>", "S3 bucket").env("DROVER_BUCKET").argParser(someText),
  adbPort: () =>
    new Option("--adb-port <port>", "port of the adb server")
      .env("DROVER_ADB_PORT")
      .argParser(portNumber)
      .default(5_037),
  treeHelperPort: () =>
    new Option(
      "--tree-helper-port <port>",
      "port of a uiautomator2 server on each device to read elements from (default: uiautomator)",
    )
      .env("DROVER_TREE_HELPER_PORT")
      .argParser(portNumber),
  uiServer: () =>
    new Option(
      "--ui-server <when>",
      "read and touch screens through Appium's server on each device: where it is installed on this machine, or never",
    )
      .env("DROVER_UI_SERVER")
      .choices(["auto", "never"])
      .default("auto"),
  uiServerApks: () =>
    new Option(
      "--ui-server-apks <dir>",
      "the folder with its APKs (default: those of the npm package appium-uiautomator2-server)",
    )
      .env("DROVER_UI_SERVER_APKS")
      .argParser(someText),
  sdk: () =>
    new Option("--sdk <dir>", "the Android SDK (default: its programs on PATH)")
      .env("ANDROID_HOME")
      .argParser(someText),
  avdHome: () =>
    new Option("--avd-home <dir>", "the folder for emulators' disks")
      .env("ANDROID_AVD_HOME")
      .argParser(someText),
  dir: () =>
    new Option("--dir <dir>", "the folder for the host's journal")
      .env("DROVER_HOST_DIR")
      .argParser(someText)
      .default(path.join(".drover", "host")),
  image: () =>
    new Option("--image <package>", "system image of the emulators, as sdkmanager names it")
      .env("DROVER_IMAGE")
      .argParser(someText)
      .default("system-images;android-34;google_apis;x86_64"),
  ephemeral: () =>
    new Option("--ephemeral <n>", "create a device for each job, at most this many, and remove it afterwards")
      .env("DROVER_EPHEMERAL")
      .argParser(wholeNumber(1, 64)),
  emulatorUnits: () =>
    new Option("--emulator-units", "emulators run as system services")
      .env("DROVER_EMULATOR_UNITS")
      .hideHelp(),
  autoScalingGroup: () =>
    new Option("--auto-scaling-group <name>", "the EC2 Auto Scaling group of this machine")
      .env("DROVER_AUTO_SCALING_GROUP")
      .argParser(someText),
  idleMinutes: () =>
    new Option("--idle-minutes <n>", "end a machine of a group after this time without jobs")
      .env("DROVER_IDLE_MINUTES")
      .argParser(wholeNumber(1, 1_440))
      .default(15),
  drainMinutes: () =>
    new Option("--drain-minutes <n>", "how long jobs may continue when a machine of a group has to end")
      .env("DROVER_DRAIN_MINUTES")
      .argParser(wholeNumber(0, 120))
      .default(60),
} as const;

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
