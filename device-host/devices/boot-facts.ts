import type { ScreenSize } from "#shared/contracts/values/coordinate.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { AdbDevice } from "../adb/adb-device.ts";

/** What does not change until the device boots again. */
export interface BootFacts {
  readonly model: string;
  readonly androidRelease: string;
  readonly apiLevel: number;
  /** Upright. */
  readonly naturalSize: ScreenSize;
  /** New with every boot. */
  readonly bootId: string;
  /** Where the device's console listens on the adb server's machine; null: it is no emulator. */
  readonly consolePort: number | null;
  /** The console starts further devices from a snapshot: a virtual phone's alone does. */
  readonly canFork: boolean;
  /** The name of the snapshot that it began from as a further device; null: it is none. */
  readonly forkOf: string | null;
}

/** Virtual phones name the port; an emulator's is in its serial. */
export const consolePortProperty = "ro.virtual_android.console_port";
const forkProperty = "ro.virtual_android.fork_of";

/**
 * Reads the facts in one round trip; null while the device is still booting.
 * @throws AdbCommandFailed when it answers what no Android answers
 */
export async function readBootFacts(device: AdbDevice): Promise<BootFacts | null> {
  const results = await device.read([
    ["getprop", "sys.boot_completed"],
    ["getprop", "ro.product.model"],
    ["getprop", "ro.build.version.release"],
    ["getprop", "ro.build.version.sdk"],
    ["wm", "size"],
    ["getprop", "ro.boot.bootid"],
    ["getprop", consolePortProperty],
    ["getprop", forkProperty],
    ["cat", "/proc/sys/kernel/random/boot_id"],
  ]);
  const [booted, model = "", release = "", sdk = "", size = "", bootProperty = "", port = "", forkOf = ""] =
    results.map((r) => r.output.trim());
  const kernel = results.at(-1);
  if (booted !== "1") return null;
  const naturalSize = parseWmSize(size);
  if (!/^\d+$/.test(sdk) || naturalSize === null) {
    throw new DroverError(
      "AdbCommandFailed",
      `Device '${device.serial}' does not report its API level and screen size.`,
      {
        details: { sdk: sdk.slice(0, 100), size: size.slice(0, 100) },
      },
    );
  }
  return {
    model: model.slice(0, 200),
    androidRelease: release.slice(0, 20),
    apiLevel: Number(sdk),
    naturalSize,
    bootId: bootIdOf(device, kernel?.code === 0 ? kernel.output.trim() : bootProperty),
    consolePort: consolePortOf(device.serial, port),
    canFork: port !== "",
    forkOf: forkOf === "" ? null : forkOf.slice(0, 100),
  };
}

/** The device's console, also while Android does not run on it; null: it is no emulator. */
export async function readConsolePort(device: AdbDevice): Promise<number | null> {
  const [port] = await device.read([["getprop", consolePortProperty]]);
  return consolePortOf(device.serial, port?.output.trim() ?? "");
}

const unknownBoot = "unknown";

/** Devices that begin from one snapshot all say the same id: what was made has one of its own before it. */
const bootIdOf = ({ incarnation }: AdbDevice, said: string): string =>
  [...(incarnation === undefined ? [] : [incarnation]), said || unknownBoot].join("/").slice(0, 100);

/** False: the device says the same after every boot. */
export const tellsBoots = (bootId: string): boolean => !bootId.endsWith(unknownBoot);

function consolePortOf(serial: string, told: string): number | null {
  const port = Number(/^\d{1,5}$/.exec(told)?.[0] ?? /^emulator-(\d{4,5})$/.exec(serial)?.[1]);
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : null;
}

/** `Physical size: 1080x2400`, then `Override size: …` where one is set, which is what apps and `input` see. */
export function parseWmSize(output: string): ScreenSize | null {
  const match = /Override size: (\d+)x(\d+)/.exec(output) ?? /Physical size: (\d+)x(\d+)/.exec(output);
  return match === null ? null : { width: Number(match[1]), height: Number(match[2]) };
}
