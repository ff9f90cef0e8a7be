import { compareStates, type StateChange } from "#shared/rules/judging/compare-states.ts";
import { volatileSetting } from "#shared/rules/judging/volatile.ts";
import type { SettingsNamespace } from "../adb/android-commands.ts";
import { type DeviceContents, settingsNamespaces } from "../judging/device-contents.ts";
import { comparedState } from "../judging/read-device.ts";
import { type DeviceBaseline, lostFromSight, readingOf, type WholeDevice } from "./device-baseline.ts";

export interface SettingDifference {
  readonly namespace: SettingsNamespace;
  readonly key: string;
  /** What it was; undefined: it was absent. */
  readonly value: string | undefined;
}

/** A package and what was granted to it. */
type Grant = readonly [packageName: string, permission: string];

/** In what a device is another than it was: all that a judgement would list, and more. */
export interface DeviceDifferences {
  readonly addedPackages: readonly string[];
  /** Apps of its own that are gone, or that were installed again. */
  readonly lostPackages: readonly string[];
  readonly settings: readonly SettingDifference[];
  readonly addedFiles: readonly string[];
  /** Files of its own that are gone or hold something else. */
  readonly lostFiles: readonly string[];
  readonly lostDirectories: readonly string[];
  readonly rows: readonly StateChange[];
  /** What could be read and cannot be now. */
  readonly unread: readonly string[];
  readonly addedPermissions: readonly Grant[];
  readonly takenPermissions: readonly Grant[];
  /** What they were; empty: they were absent. */
  readonly properties: readonly (readonly [name: string, value: string])[];
  /** Apps that announce something. */
  readonly announcing: readonly string[];
}

/** Without `whole` what one round trip does not tell counts as unchanged. */
export function deviceDifferences(
  now: DeviceContents,
  baseline: DeviceBaseline,
  whole: WholeDevice | null,
): DeviceDifferences {
  const { permissions } = whole ?? baseline;
  const lost = now.files === null || baseline.files === null ? [] : lostOf(now.files, baseline.files);
  const compared = compareStates(
    comparedState(baseline, readingOf(baseline)),
    comparedState(now, readingOf(whole ?? baseline)),
  );
  return {
    addedPackages: Object.keys(now.packages).filter((name) => !Object.hasOwn(baseline.packages, name)),
    lostPackages: lostOf(now.packages, baseline.packages),
    settings: changedSettings(now, baseline),
    addedFiles: baseline.files === null ? [] : addedFiles(now.listedFiles, baseline.files),
    lostFiles: lost.filter((path) => baseline.files?.[path] !== "" && !appsOwn.test(path)),
    lostDirectories: lost.filter((path) => baseline.files?.[path] === ""),
    rows: compared.changes.filter(({ kind }) => kind === "row"),
    unread: whole === null ? [] : lostFromSight(whole, baseline),
    addedPermissions: grantsBut(permissions, baseline.permissions, now),
    takenPermissions: grantsBut(baseline.permissions, permissions, now),
    properties: [...new Set([...Object.keys(now.properties), ...Object.keys(baseline.properties)])]
      .map((name) => [name, baseline.properties[name] ?? ""] as const)
      .filter(([name, value]) => value !== (now.properties[name] ?? "")),
    announcing: [
      ...new Set(
        Object.entries(now.notifications).flatMap(([key, app]) =>
          Object.hasOwn(baseline.notifications, key) || systemsOwn.test(app) ? [] : [app],
        ),
      ),
    ],
  };
}

/** Apps write there by themselves; what a job left there goes with its app's data. */
const appsOwn = /^\/sdcard\/Android\//;
/** They announce what is up with the device, and are not to be stopped. */
const systemsOwn =
  /^(android|com\.android\.(systemui|phone|bluetooth|nfc|server\..*|networkstack.*|cellbroadcast.*)|com\.google\.android\.(gms|gsf|networkstack.*|cellbroadcast.*))$/;

type Texts = Readonly<Record<string, string>>;

const lostOf = (now: Texts, before: Texts): readonly string[] =>
  Object.keys(before).filter((key) => now[key] !== before[key]);

function changedSettings(
  now: Pick<DeviceContents, "settings">,
  baseline: DeviceBaseline,
): readonly SettingDifference[] {
  return settingsNamespaces.flatMap((namespace) => {
    const before = baseline.settings[namespace];
    const after = now.settings[namespace];
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys]
      .filter((key) => before[key] !== after[key] && !volatileSetting.test(key) && !isDerived(key))
      .map((key) => ({ namespace, key, value: before[key] }));
  });
}

/** Android sets it while any service or test, the host's own too, sees the windows; which services may is another setting. */
const isDerived = (key: string): boolean => key === "accessibility_enabled";

/** Without what lies in a directory that is added itself. */
export function addedFiles(now: Texts, before: Texts): readonly string[] {
  const added = new Set(
    Object.keys(now)
      // A directory in place of a file, or the other way round, is another.
      .filter((path) => !Object.hasOwn(before, path) || (now[path] === "") !== (before[path] === ""))
      .sort(),
  );
  return [...added].filter((path) => !directoriesAbove(path).some((directory) => added.has(directory)));
}

const directoriesAbove = (path: string): readonly string[] =>
  [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index));

/** Of packages that are there. */
function grantsBut(
  some: DeviceBaseline["permissions"],
  others: DeviceBaseline["permissions"],
  { installed }: DeviceContents,
): readonly Grant[] {
  if (some === null || others === null) return [];
  const [known, packages] = [new Set(others), new Set(installed)];
  return some.flatMap((grant) => {
    const [name = "", permission = ""] = grant.split(" ");
    return known.has(grant) || !packages.has(name) ? [] : [[name, permission] as const];
  });
}

/** What a next job would find, a few words each. Properties are the system's to set too, and prove nothing. */
export const leftovers = (found: DeviceDifferences): readonly string[] => [
  ...found.addedPackages.map((name) => `app ${name}`),
  ...found.lostPackages.map((name) => `app ${name}, which was removed or reinstalled`),
  ...found.settings.map(({ namespace, key }) => `setting ${namespace}/${key}`),
  ...found.addedFiles.map((path) => `file ${quoted(path)}`),
  ...found.lostFiles.map((path) => `file ${quoted(path)} was changed or removed`),
  ...found.lostDirectories.map((path) => `directory ${quoted(path)} was removed`),
  ...found.rows.map(({ where, change }) => `row ${where} was ${change}`),
  ...found.unread,
  ...found.addedPermissions.map(([name, permission]) => `${permission}, granted to ${name}`),
  ...found.takenPermissions.map(([name, permission]) => `${permission}, taken from ${name}`),
  ...found.announcing.map((name) => `a notification of ${name}`),
];

const quoted = (path: string): string => JSON.stringify(path.slice(0, 100));
