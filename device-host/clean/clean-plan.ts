import type { Argv } from "#shared/agent/actions/device-port.ts";
import { input, keyCode } from "#shared/agent/actions/input-commands.ts";
import { volatileSetting } from "#shared/domain/judging/volatile.ts";
import { am, pm, type SettingsNamespace, settings } from "../adb/android-commands.ts";
import { type DeviceBaseline, type DeviceContents, settingsNamespaces } from "./device-baseline.ts";

/** Parts of Android that hold no job's data; clearing them breaks the device. */
const neverCleared =
  /^(android|com\.android\.(systemui|shell|launcher\d?|inputmethod\..*|adbkeyboard|phone|providers\.settings)|com\.google\.android\.(apps\.nexuslauncher|inputmethod\..*))$/;

/** Where an app keeps what it seems to keep itself. */
const providersOf: Readonly<Record<string, readonly string[]>> = {
  "com.android.contacts": ["com.android.providers.contacts"],
  "com.google.android.contacts": ["com.android.providers.contacts"],
  "com.android.dialer": ["com.android.providers.contacts"],
  "com.google.android.dialer": ["com.android.providers.contacts"],
  "com.android.calendar": ["com.android.providers.calendar"],
  "com.google.android.calendar": ["com.android.providers.calendar"],
  "com.android.messaging": ["com.android.providers.telephony"],
  "com.google.android.apps.messaging": ["com.android.providers.telephony"],
};

/** Radios that follow a command, not their row in the settings table. */
const radioCommands: Readonly<Record<string, (on: boolean) => Argv>> = {
  wifi_on: (on) => ["svc", "wifi", on ? "enable" : "disable"],
  bluetooth_on: (on) => ["svc", "bluetooth", on ? "enable" : "disable"],
  mobile_data: (on) => ["svc", "data", on ? "enable" : "disable"],
  airplane_mode_on: (on) => ["cmd", "connectivity", "airplane-mode", on ? "enable" : "disable"],
};

export interface SettingDifference {
  readonly namespace: SettingsNamespace;
  readonly key: string;
  /** What it was; undefined: it was absent. */
  readonly value: string | undefined;
}

/** Settings that are not as they were. */
export function changedSettings(now: DeviceBaseline, baseline: DeviceBaseline): readonly SettingDifference[] {
  return settingsNamespaces.flatMap((namespace) => {
    const before = baseline.settings[namespace];
    const after = now.settings[namespace];
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys]
      .filter((key) => before[key] !== after[key] && !volatileSetting.test(key))
      .map((key) => ({ namespace, key, value: before[key] }));
  });
}

export const addedPackages = (now: DeviceBaseline, baseline: DeviceBaseline): readonly string[] =>
  now.packages.filter((name) => !baseline.packages.includes(name));

/** Without what lies in a directory that is added itself. */
export function addedFiles(now: DeviceBaseline, baseline: DeviceBaseline): readonly string[] {
  const before = new Set(baseline.files);
  const added = now.files.filter((path) => !before.has(path)).sort();
  return added.filter((path) => !added.some((other) => path.startsWith(`${other}/`)));
}

/** Apps whose data a job may have changed: opened, seen in front, or still in the overview, and their providers. */
export function appsToClear(
  now: DeviceContents,
  baseline: DeviceBaseline,
  touched: Iterable<string>,
): readonly string[] {
  const seen = [...touched, ...now.openPackages];
  const all = new Set(seen.flatMap((name) => [name, ...(providersOf[name] ?? [])]));
  const added = new Set(addedPackages(now, baseline));
  return [...all].filter((name) => !neverCleared.test(name) && !added.has(name));
}

/** Everything that brings the device back, in an order in which no step undoes another. */
export function cleanCommands(
  now: DeviceContents,
  baseline: DeviceBaseline,
  touched: Iterable<string>,
): readonly Argv[] {
  const clear = appsToClear(now, baseline, touched);
  const added = addedPackages(now, baseline);
  const files = addedFiles(now, baseline);
  return [
    input.keys(keyCode.wake),
    ...[...clear, ...added].map(am.forceStop),
    ...clear.map(pm.clear),
    ...added.map(pm.uninstall),
    ...changedSettings(now, baseline).flatMap(restoreSetting),
    ...chunks(files, 100).map((some): Argv => ["rm", "-rf", "--", ...some]),
    input.keys(keyCode.home),
  ];
}

function restoreSetting({ namespace, key, value }: SettingDifference): readonly Argv[] {
  // The keyboard is chosen by a command that also enables and binds it.
  if (key === "default_input_method" && value?.includes("/") === true) return [["ime", "set", value]];
  return value === undefined ? [settings.delete(namespace, key)] : putSetting(namespace, key, value);
}

/** With what stands behind it, where that is more than a row. */
export function putSetting(namespace: SettingsNamespace, key: string, value: string): readonly Argv[] {
  const radio = namespace === "global" ? radioCommands[key] : undefined;
  return [...(radio === undefined ? [] : [radio(value === "1")]), settings.put(namespace, key, value)];
}

function chunks<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
