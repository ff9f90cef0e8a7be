import type { Argv } from "#shared/actions/device-port.ts";
import { input, keyCode } from "#shared/actions/input-commands.ts";
import { content, pm, type SettingsNamespace, settings } from "../adb/android-commands.ts";
import { shellLine } from "../adb/quote.ts";
import type { DeviceContents } from "../judging/device-contents.ts";
import { watchedProviders } from "../judging/providers.ts";
import { closeWindows } from "./cover-of-home.ts";
import type { DeviceBaseline } from "./device-baseline.ts";
import type { DeviceDifferences, SettingDifference } from "./device-differences.ts";
import { forgetClipboard } from "./forget-clipboard.ts";

/** Parts of Android that hold no job's data; clearing them breaks the device. */
const neverCleared =
  /^(android|com\.android\.(systemui|shell|launcher\d?|inputmethod\..*|adbkeyboard|phone|providers\.settings)|com\.google\.android\.(apps\.nexuslauncher|inputmethod\..*))$/;

/** What follows a command, not its row in the settings table. No value: the row is to be absent. */
const settingCommands: Readonly<Record<string, (value: string | undefined) => Argv>> = {
  "global/wifi_on": (value) => ["svc", "wifi", isOn(value)],
  "global/bluetooth_on": (value) => ["svc", "bluetooth", isOn(value)],
  "global/mobile_data": (value) => ["svc", "data", isOn(value)],
  "global/airplane_mode_on": (value) => ["cmd", "connectivity", "airplane-mode", isOn(value)],
  "global/display_size_forced": (value) => ["wm", "size", value?.replace(",", "x") || "reset"],
  "secure/display_density_forced": (value) => ["wm", "density", value || "reset"],
  "secure/ui_night_mode": (value) => ["cmd", "uimode", "night", nightModes[value ?? ""] ?? "no"],
};
const isOn = (value: string | undefined): "enable" | "disable" => (value === "1" ? "enable" : "disable");
const nightModes: Readonly<Record<string, string>> = { "0": "auto", "2": "yes" };

/**
 * Apps whose data a job may have changed: opened, seen in front, still in the overview, or behind rows that are other ones. What keeps such
 * rows for them is cleared too, unless it holds the device's own: of those only the job's are deleted.
 */
export function appsToClear(
  now: DeviceContents,
  baseline: DeviceBaseline,
  found: DeviceDifferences,
  touched: Iterable<string>,
): readonly string[] {
  const changed = new Set(found.rows.map(({ row }) => row?.source));
  const behind = watchedProviders.filter(({ uri }) => changed.has(uri));
  const seen = new Set([...touched, ...now.openPackages, ...behind.flatMap(({ apps }) => apps)]);
  const storages = [
    ...behind,
    ...watchedProviders.filter(({ apps }) => apps.some((app) => seen.has(app))),
  ].flatMap(({ storage = [] }) => storage);
  const all = new Set([...seen, ...storages]);
  return now.installed.filter(
    (name) =>
      all.has(name) &&
      !neverCleared.test(name) &&
      !holdsOwnRows(name, baseline) &&
      !found.addedPackages.includes(name),
  );
}

const holdsOwnRows = (storage: string, { tables, large }: DeviceBaseline): boolean =>
  watchedProviders.some(
    (one) =>
      one.storage === storage &&
      [...tables, ...large].some(({ source, rows }) => source === one.uri && Object.keys(rows).length > 0),
  );

interface Cleaning {
  readonly baseline: DeviceBaseline;
  readonly clear: readonly string[];
  readonly apiLevel: number;
}

/** Everything that brings the device back, in an order in which no step undoes another. */
export function cleanCommands(
  now: DeviceContents,
  found: DeviceDifferences,
  { baseline, clear, apiLevel }: Cleaning,
): readonly Argv[] {
  const { addedPackages, addedFiles, lostDirectories, properties } = found;
  const stopped = [...clear, ...addedPackages, ...found.announcing];
  return [
    ...closeWindows(now.windows, baseline.shown, stopped),
    ...clear.map(pm.clear),
    ...addedPackages.map(pm.uninstall),
    ...deleteRows(found),
    ...found.takenPermissions.map((grant) => pm.grant(...grant)),
    ...found.addedPermissions.map((grant) => pm.revoke(...grant)),
    ...found.settings.flatMap(restoreSetting),
    ...removeFiles(addedFiles),
    ...forPaths(["mkdir", "-p", "--"], lostDirectories),
    ...properties.map(([name, value]): Argv => ["setprop", name, value]),
    ["dumpsys", "battery", "reset"],
    ...forgetClipboard(apiLevel),
    input.keys(keyCode.home),
  ];
}

/** Rows of the device's own that are gone or other ones cannot be brought back. */
function deleteRows({ rows }: DeviceDifferences): readonly Argv[] {
  const added = rows.flatMap(({ change, row }) =>
    change === "added" && row?.table === null ? [[row.source, String(row.after?._id)] as const] : [],
  );
  return [...new Set(added.map(([source]) => source))].flatMap((source) => {
    const ofAccount = watchedProviders.some((one) => one.uri === source && one.ofAccount === true);
    const from = `${source}${ofAccount ? "?caller_is_syncadapter=true" : ""}`;
    const ids = added.flatMap(([of, id]) => (of === source && /^\d+$/.test(id) ? id : []));
    return chunks(ids, 100).map((some) => content.delete(from, `_id IN (${some.join(",")})`));
  });
}

export const removeFiles = (paths: readonly string[]): readonly Argv[] =>
  forPaths(["rm", "-rf", "--"], paths);

/** A name may be long: of a line's length adb takes this and more. */
const longestLine = 20_000;

function forPaths(argv: Argv, paths: readonly string[]): readonly Argv[] {
  const lines: string[][] = [];
  let left = 0;
  for (const path of paths) {
    const length = Buffer.byteLength(shellLine([path])) + 1;
    if (length > left) {
      lines.push([]);
      left = longestLine;
    }
    lines.at(-1)?.push(path);
    left -= length;
  }
  return lines.map((some): Argv => [...argv, ...some]);
}

function restoreSetting({ namespace, key, value }: SettingDifference): readonly Argv[] {
  // The keyboard is chosen by a command that also enables and binds it.
  if (key === "default_input_method" && value?.includes("/") === true) return [["ime", "set", value]];
  return putSetting(namespace, key, value);
}

/** With what is behind it, where that is more than a row. No value: it is to be absent. */
export function putSetting(
  namespace: SettingsNamespace,
  key: string,
  value: string | undefined,
): readonly Argv[] {
  const command = settingCommands[`${namespace}/${key}`];
  const row = value === undefined ? settings.delete(namespace, key) : settings.put(namespace, key, value);
  return [...(command === undefined ? [] : [command(value)]), row];
}

function chunks<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
