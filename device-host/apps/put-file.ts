import { DroverError } from "#shared/errors/drover-error.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import { isTransportError } from "../adb/adb-error.ts";

/**
 * Writes a file to the device. A transfer that stalled or failed is started again, and so is one that found no room, after
 * room was made; nothing partial is left (docs/faults.md A12, A13).
 */
export async function putFile(adb: AdbDevice, path: string, contents: Buffer): Promise<void> {
  try {
    await adb.push(path, contents);
  } catch (error) {
    if (isNoRoom(error)) await makeRoom(adb);
    else if (!isTransportError(error) || error.code === "DeviceUnauthorized") throw error;
    await adb.push(path, contents);
  }
}

const isNoRoom = (error: unknown): boolean =>
  error instanceof DroverError && error.code === "DeviceStorageFull";

/** More than any device has, so that every cache goes. */
const everything = "4096G";

/** Takes away what nobody needs: what an earlier command left behind, and what apps can load again. */
export async function makeRoom(adb: AdbDevice): Promise<void> {
  await adb.write([
    ["sh", "-c", "rm -rf /data/local/tmp/drover-*"],
    ["pm", "trim-caches", everything],
  ]);
}
