import type { LatencyName } from "@drover/virtual-android";
import { Option } from "commander";
import { someText } from "./option-values.ts";

/** By name alone: the package, which draws, is loaded when phones are started. */
const latencyNames: Readonly<Record<LatencyName, true>> = { zero: true, emulator: true, "slow-phone": true };

/** What virtual phones are like, whoever starts them. */
export interface VirtualPhoneOptions {
  readonly virtualApps?: string;
  readonly phoneLatency?: LatencyName;
}

export const virtualAppsOption = (): Option =>
  new Option("--virtual-apps <dir>", "folder of your own apps for the virtual phones").argParser(someText);

export const phoneLatencyOption = (): Option =>
  new Option("--phone-latency <as>", "let virtual phones take as long for commands as such a device").choices(
    Object.keys(latencyNames),
  );
