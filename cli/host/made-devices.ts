import { homedir } from "node:os";
import path from "node:path";
import type { AdbEndpoint } from "#device-host/adb/single-connection.ts";
import type { AndroidSdk } from "#device-host/devices/android-sdk.ts";
import { avdName, hasCleanSnapshot } from "#device-host/devices/avd-emulator.ts";
import { avdProvider } from "#device-host/devices/avd-provider.ts";
import type { MadeDeviceSettings } from "#device-host/discovery/made-devices.ts";
import { defined } from "#shared/values/defined.ts";
import type { VirtualPhoneOptions } from "../options/virtual-phone-options.ts";
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { devicesOfShard } from "./host-setup.ts";

interface MadeDeviceOptions extends VirtualPhoneOptions {
  readonly ephemeral?: number;
  readonly deviceProvider: DeviceKind;
  readonly adbHost: string;
  readonly adbPort: number;
  readonly sdk?: string;
  readonly avdHome?: string;
  readonly emulatorUnits?: boolean;
}

interface Made {
  readonly settings: MadeDeviceSettings;
  /** Behind which they are. */
  readonly adb: AdbEndpoint;
  readonly close?: () => Promise<void>;
}

export const sdkOf = ({
  sdk,
  avdHome,
  adbPort,
  emulatorUnits = false,
}: Pick<MadeDeviceOptions, "sdk" | "avdHome" | "adbPort" | "emulatorUnits">): AndroidSdk => ({
  root: sdk ?? null,
  avdHome: path.resolve(avdHome ?? path.join(homedir(), ".android", "avd")),
  adbPort,
  emulatorUnits,
});

/** All of a host's devices are behind its one adb server. @throws CommandFailure */
export function refuseTooMany(ephemeral: number): void {
  if (ephemeral > devicesOfShard)
    throw new CommandFailure(
      exitCodes.usage,
      `One adb server serves at most ${devicesOfShard} emulators well, but --ephemeral asks for ${ephemeral}.`,
      ["Use several machines, or permanent emulators (--devices), which are divided between hosts."],
    );
}

/** What virtual phones alone can be is not left undone in silence. @throws CommandFailure */
function refuseForOthers({ virtualApps, phoneLatency }: VirtualPhoneOptions): void {
  if (virtualApps === undefined && phoneLatency === undefined) return;
  const option = virtualApps === undefined ? "--phone-latency" : "--virtual-apps";
  throw new CommandFailure(exitCodes.usage, `The option ${option} is only for virtual phones.`, [
    "Give --ephemeral and --device-provider virtual as well.",
  ]);
}

/** What a host makes devices of, by the names that --device-provider takes; the first is the usual one. */
const deviceKinds = { avd: emulators, virtual: virtualPhones } satisfies Readonly<
  Record<string, (most: number, dir: string, options: MadeDeviceOptions) => Made | Promise<Made>>
>;
export type DeviceKind = keyof typeof deviceKinds;
export const deviceKindNames = Object.keys(deviceKinds);

/** Null: the host makes no devices. @throws CommandFailure when there is nothing to make them of */
export async function madeDevices(options: MadeDeviceOptions, dir: string): Promise<Made | null> {
  const { ephemeral: most, deviceProvider } = options;
  if (most !== undefined) return deviceKinds[deviceProvider](most, dir, options);
  refuseForOthers(options);
  return null;
}

function emulators(most: number, _dir: string, options: MadeDeviceOptions): Made {
  const { adbHost: host, adbPort: port } = options;
  refuseForOthers(options);
  refuseTooMany(most);
  const sdk = sdkOf(options);
  if (!hasCleanSnapshot(sdk, avdName(0)))
    throw new CommandFailure(exitCodes.usage, `There is no prepared emulator in ${sdk.avdHome}.`, [
      "Create one with 'drover hosts prepare', or give its folder with --avd-home.",
    ]);
  return { settings: { provider: avdProvider(sdk), most }, adb: { host, port } };
}

/** Loaded when they are wanted: they draw. */
async function virtualPhones(
  most: number,
  dir: string,
  { virtualApps: apps, phoneLatency: latency }: VirtualPhoneOptions,
): Promise<Made> {
  const { startPhones } = await import("@drover/virtual-android");
  const { virtualDeviceProvider } = await import("#local/virtual-device-provider.ts");
  const phones = await startPhones({
    count: 0,
    dir: path.join(dir, "phones"),
    ...defined({ apps, latency }),
  });
  return {
    settings: { provider: virtualDeviceProvider(phones), most },
    adb: { host: "127.0.0.1", port: phones.adbPort },
    close: () => phones.close(),
  };
}
