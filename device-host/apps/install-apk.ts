import { DroverError } from "#shared/errors/drover-error.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import { makeRoom, putFile } from "./put-file.ts";

interface Installing {
  readonly adb: AdbDevice;
  readonly apk: Buffer;
  /** Where it lies on the device meanwhile. */
  readonly path: string;
  readonly installSeconds: number;
  /** How Android's package manager installs it: over an older version, or only where there is none. */
  readonly options: readonly string[];
}

/** What can be done where Android's package manager refuses for that reason. */
const advice: Readonly<Record<string, string>> = {
  INSTALL_FAILED_UPDATE_INCOMPATIBLE:
    "The same app with another signature is installed: uninstall it first, which deletes its data.",
  INSTALL_FAILED_VERSION_DOWNGRADE:
    "A newer version is installed: uninstall it first, or install a newer one.",
  INSTALL_FAILED_NO_MATCHING_ABIS:
    "The app has no code for this device's processor: use another build of it.",
  INSTALL_FAILED_ALREADY_EXISTS:
    "The device already has the app, and cleaning could not restore its version: remove it from the device, or leave it out of 'prepare.apps'.",
  INSTALL_FAILED_OLDER_SDK: "The app needs a newer Android: use a device that has it.",
  INSTALL_FAILED_MISSING_SPLIT: "The file is only a part of an app: build one that has all of it.",
};

/** Over an older version. */
export const replacing = ["-r", "-g"] as const;

/** Refused where the device has the app: since Android 9 an install replaces by default. */
export const onlyNew = (apiLevel: number): readonly string[] => (apiLevel >= 28 ? ["-R", "-g"] : ["-g"]);

/**
 * Installs the app, with its permissions granted, and answers what Android said.
 * @throws DeviceStorageFull where room could not be made · AppUnusable with Android's reason, which is the app's and not the farm's
 */
export async function installApk(installing: Installing): Promise<string> {
  const { adb, path } = installing;
  try {
    let said = await pushAndInstall(installing);
    if (reasonOf(said) === noRoom) {
      await makeRoom(adb);
      said = await pushAndInstall(installing);
    }
    if (isInstalled(said)) return said;
    throw refusal(said);
  } finally {
    await adb.write([["rm", "-f", path]]).catch(() => []);
  }
}

const noRoom = "INSTALL_FAILED_INSUFFICIENT_STORAGE";
const isInstalled = (said: string): boolean => /^Success\b/m.test(said);
const reasonOf = (said: string): string | undefined => /\[([A-Z][A-Z0-9_]+)/.exec(said)?.[1];

async function pushAndInstall({ adb, apk, path, installSeconds, options }: Installing): Promise<string> {
  await putFile(adb, path, apk);
  const [result] = await adb.write([["pm", "install", ...options, path]], {
    deadlineMilliseconds: installSeconds * 1_000,
  });
  return (result?.output ?? "").trim().slice(0, 1_000);
}

function refusal(said: string): DroverError {
  const reason = reasonOf(said);
  if (reason === noRoom) return new DroverError("DeviceStorageFull", "The device has no space for the app.");
  const known = reason === undefined ? undefined : advice[reason];
  return new DroverError("AppUnusable", `The app was not installed: ${said || "no answer"}.`, {
    details: { reason: reason ?? null },
    ...(known === undefined ? {} : { advice: [known] }),
  });
}
