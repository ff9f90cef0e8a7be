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
    new Option("--host-id <id>", "name of this host, the same after a restart")
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
      "where a uiautomator2 server listens on each device: elements come from it, and without it as ever",
    )
      .env("DROVER_TREE_HELPER_PORT")
      .argParser(portNumber),
  sdk: () =>
    new Option("--sdk <dir>", "the Android SDK; absent: its programs are on PATH")
      .env("ANDROID_HOME")
      .argParser(someText),
  avdHome: () =>
    new Option("--avd-home <dir>", "where emulators keep their disks")
      .env("ANDROID_AVD_HOME")
      .argParser(someText),
  dir: () =>
    new Option("--dir <dir>", "where the host keeps its journal")
      .env("DROVER_HOST_DIR")
      .argParser(someText)
      .default(path.join(".drover", "host")),
  image: () =>
    new Option("--image <package>", "system image of the emulators, as sdkmanager names it")
      .env("DROVER_IMAGE")
      .argParser(someText)
      .default("system-images;android-34;google_apis;x86_64"),
  ephemeral: () =>
    new Option("--ephemeral <n>", "make a device for each job, so many at once, and end it after the job")
      .env("DROVER_EPHEMERAL")
      .argParser(wholeNumber(1, 64)),
  emulatorUnits: () =>
    new Option("--emulator-units", "emulators are services of the system")
      .env("DROVER_EMULATOR_UNITS")
      .hideHelp(),
  autoScalingGroup: () =>
    new Option("--auto-scaling-group <name>", "of EC2, which this machine belongs to")
      .env("DROVER_AUTO_SCALING_GROUP")
      .argParser(someText),
  idleMinutes: () =>
    new Option("--idle-minutes <n>", "a machine of a group ends when no job came for so long")
      .env("DROVER_IDLE_MINUTES")
      .argParser(wholeNumber(1, 1_440))
      .default(15),
  drainMinutes: () =>
    new Option("--drain-minutes <n>", "a machine of a group that is to end lets its jobs go on for so long")
      .env("DROVER_DRAIN_MINUTES")
      .argParser(wholeNumber(0, 120))
      .default(60),
} as const;

/** Checked here, because an option that must be given would be demanded of the subcommands too. */
export function given(
  value: string | undefined,
  option: string,
  advice = "The deployment's outputs name it.",
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
