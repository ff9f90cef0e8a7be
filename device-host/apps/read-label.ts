import type { AdbDevice } from "../adb/adb-device.ts";
import { type ReadFromEnd, readApkEntry } from "./apk-entry.ts";
import type { LauncherApp } from "./launcher-apps.ts";
import { type ResourceLocale, readResourceString } from "./resource-table.ts";

/** The largest table seen in an app is about 20 MB; the framework's own has 32. */
const largestTable = 40 * 1024 * 1024;

/**
 * The label as the launcher shows it, read out of the APK on the device: no command of Android's tells it. Null when it
 * cannot be found there.
 */
export async function readLabel(
  device: AdbDevice,
  app: LauncherApp,
  locale: ResourceLocale,
): Promise<string | null> {
  if (app.literalLabel !== null) return app.literalLabel;
  if (app.labelResource === 0) return null;
  for (const path of [...languageSplits(app, locale), app.apkPath]) {
    if (!path.startsWith("/")) continue;
    const table = await readApkEntry(rangeReader(device, path), "resources.arsc", largestTable);
    const label = table === null ? null : readResourceString(table, app.labelResource, locale);
    if (label !== null) return label;
  }
  return null;
}

/** An app bundle's languages lie in APKs of their own, named by Play: `split_config.de.apk`. */
const languageSplits = ({ splitPaths }: LauncherApp, { language }: ResourceLocale): readonly string[] =>
  splitPaths.filter((path) => path.endsWith(`config.${language}.apk`));

/** `tail` seeks and `head` stops: both are on every Android since 6, where `unzip` is not. */
const rangeReader =
  (device: AdbDevice, path: string): ReadFromEnd =>
  (fromEnd, length) =>
    device.readBinary(
      {
        pipeline: [
          ["tail", "-c", String(fromEnd), path],
          ["head", "-c", String(length)],
        ],
      },
      { maximumBytes: length, deadlineMilliseconds: 15_000 },
    );
