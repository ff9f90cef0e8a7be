import type { ScreenSize } from "#shared/contracts/coordinate.ts";
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
}

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
    ["cat", "/proc/sys/kernel/random/boot_id"],
  ]);
  const [booted, model = "", release = "", sdk = "", size = "", bootProperty = ""] = results.map((r) =>
    r.output.trim(),
  );
  const kernel = results.at(-1);
  if (booted !== "1") return null;
  const naturalSize = parseWmSize(size);
  if (!/^\d+$/.test(sdk) || naturalSize === null) {
    throw new DroverError(
      "AdbCommandFailed",
      `Device '${device.serial}' does not say its API level and screen size.`,
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
    bootId: (kernel?.code === 0 ? kernel.output.trim() : bootProperty).slice(0, 100) || "unknown",
  };
}

/** `Physical size: 1080x2400`, then `Override size: …` where one is set, which is what apps and `input` see. */
export function parseWmSize(output: string): ScreenSize | null {
  const match = /Override size: (\d+)x(\d+)/.exec(output) ?? /Physical size: (\d+)x(\d+)/.exec(output);
  return match === null ? null : { width: Number(match[1]), height: Number(match[2]) };
}
