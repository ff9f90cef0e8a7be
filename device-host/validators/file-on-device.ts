import { DroverError } from "#shared/errors/drover-error.ts";
import type { AdbDevice } from "../adb/adb-device.ts";

export async function isFolder(device: Pick<AdbDevice, "read">, path: string): Promise<boolean> {
  const [tested] = await device.read([["test", "-d", path]]);
  return tested?.code === 0;
}

/**
 * The file's bytes, or null when there is none.
 * @throws AdbCommandFailed when it may not be read: adb's sync service tells that as if there were no file
 */
export async function fileOnDevice(
  device: Pick<AdbDevice, "pull" | "read">,
  path: string,
  maximumBytes: number,
): Promise<Buffer | null> {
  const bytes = await device.pull(path, maximumBytes);
  if (bytes !== null) return bytes;
  const [listed] = await device.read([["ls", "-d", path]]);
  if (listed !== undefined && /No such file or directory/.test(listed.output)) return null;
  const said = listed?.output.trim().slice(0, 200) ?? "";
  throw new DroverError("AdbCommandFailed", `File '${path}' cannot be read: ${said}.`, { details: { path } });
}
