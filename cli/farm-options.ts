import path from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import type { FarmOptions } from "#local/farm.ts";
import { configFile, configOption } from "./config-file.ts";
import { defaultFarmDirectory } from "./find-farm.ts";
import { deviceProfileOption, devicesOption, nullProfile } from "./options/device-profile-options.ts";
import { modelId } from "./options/job-values.ts";
import { hostName, providerName, someText } from "./options/option-values.ts";
import {
  phoneLatencyOption,
  type VirtualPhoneOptions,
  virtualAppsOption,
} from "./options/virtual-phone-options.ts";
import { modelLatency, wholeNumber } from "./options/whole-number.ts";
import { progress } from "./terminal/terminal.ts";

interface AdbAddress {
  readonly host: string;
  readonly port: number;
}

export interface FarmCommandOptions extends VirtualPhoneOptions {
  readonly dir: string;
  readonly phones: number;
  readonly ephemeral?: number;
  readonly adb?: AdbAddress;
  readonly deviceProfile?: number;
  readonly devices?: number;
  readonly provider?: string;
  readonly model?: string;
  readonly config?: string;
  readonly modelLatency?: number;
  readonly webhooksToLoopback?: boolean;
  readonly logLevel?: "info" | "debug";
}

/** One adb server slows down beyond about 200 devices; emulators' serials end at 64 a server. */
const maximumPhones = 64;

/** The options of the commands that start a farm. */
export const withFarmOptions = (command: Command): Command =>
  command
    .option("--phones <n>", "how many virtual phones", wholeNumber(1, maximumPhones), 2)
    .addOption(
      new Option(
        "--ephemeral <n>",
        "create a virtual phone for each job, at most this many, and remove it afterwards",
      )
        .argParser(wholeNumber(1, maximumPhones))
        .conflicts(["phones", "adb", "deviceProfile"]),
    )
    .option(
      "--adb <host:port>",
      "use the real devices of this adb server instead of virtual phones",
      adbAddress,
    )
    .addOption(virtualAppsOption().conflicts(["adb", "deviceProfile"]))
    .addOption(phoneLatencyOption().conflicts(["adb", "deviceProfile"]))
    .addOption(deviceProfileOption().conflicts(["adb", "phones"]))
    .addOption(devicesOption())
    .option(
      "--provider <name>",
      "the model's provider (default: the first with a key in the environment)",
      providerName,
    )
    .option("--model <id>", "the agent's model for jobs that name none", modelId)
    .option("--model-latency <ms>", "how long the practice model takes for each reply", modelLatency)
    .option("--webhooks-to-loopback", "allow webhooks to this machine, and over http (docs/webhooks.md)")
    .addOption(
      new Option("--log-level <level>", "log level of functions and host; debug adds each predicted action")
        .choices(["info", "debug"])
        .default("info"),
    )
    .option(...configOption)
    .option("--dir <dir>", "the folder for the farm's state", someText, defaultFarmDirectory);

export const farmOptions = (options: FarmCommandOptions): FarmOptions => ({
  dir: path.resolve(options.dir),
  phones: nullProfile(options) ?? options.adb ?? madePhones(options) ?? options.phones,
  virtualPhones: { apps: options.virtualApps, latency: options.phoneLatency },
  provider: options.provider,
  model: options.model,
  configFile: configFile(options.config),
  environment: process.env,
  modelLatencyMilliseconds: options.modelLatency,
  webhooksToLoopback: options.webhooksToLoopback ?? false,
  logLevel: options.logLevel ?? "info",
  report: progress,
});

const madePhones = ({ ephemeral }: FarmCommandOptions) =>
  ephemeral === undefined ? undefined : { ephemeral };

const addressRemedy = "Give host:port, for example 127.0.0.1:5037.";

/** `host:port`, `[IPv6]:port` or the port alone. */
export function adbAddress(value: string): AdbAddress {
  const [, bracketed, name, port = ""] = /^(?:(?:\[([^\]]*)\]|([^:]*)):)?(\d+)$/.exec(value) ?? [];
  try {
    return { host: hostName(bracketed ?? name ?? "127.0.0.1"), port: wholeNumber(1, 65_535)(port) };
  } catch {
    throw new InvalidArgumentError(addressRemedy);
  }
}
