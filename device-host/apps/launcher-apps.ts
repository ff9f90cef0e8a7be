import type { ShellCommand } from "#shared/actions/device-port.ts";
import { PackageName } from "#shared/contracts/values/package-name.ts";
import { pm } from "../adb/android-commands.ts";

/** One app of the launcher, and where its label is written. */
export interface LauncherApp {
  readonly package: string;
  readonly versionCode: string;
  /** In the manifest itself; null when it is a resource, or there is none. */
  readonly literalLabel: string | null;
  /** Id in the APK's resources; 0 when there is none. */
  readonly labelResource: number;
  readonly apkPath: string;
  /** Further APKs, among them one for each language that was installed. */
  readonly splitPaths: readonly string[];
}

const wanted = [
  "^ +Activity #[0-9]+:",
  "^ +(ActivityInfo|ApplicationInfo):",
  "^ +(packageName|labelRes|sourceDir|splitSourceDirs)=",
  "^ +enabled=.* versionCode=",
].join("|");

/** Android tells every label's place with the activities; the grep keeps the other hundred lines of each on the device. */
export const launcherAppsCommand: ShellCommand = {
  pipeline: [pm.launcherActivities(), ["grep", "-E", wanted]],
};

const mostApps = 500;

/** Reads the output of `launcherAppsCommand`. An app with several icons is listed once, by its first. */
export function parseLauncherApps(output: string): readonly LauncherApp[] {
  const apps = new Map<string, LauncherApp>();
  for (const block of output.split(/^ +Activity #\d+:\r?$/m).slice(1)) {
    const app = readActivity(block);
    if (app !== null && !apps.has(app.package) && apps.size < mostApps) apps.set(app.package, app);
  }
  return [...apps.values()];
}

function readActivity(block: string): LauncherApp | null {
  const [activity = "", application = ""] = block.split(/^ +ApplicationInfo:\r?$/m);
  const packageName = fieldOf("packageName", activity);
  if (!PackageName.safeParse(packageName).success) return null;
  const label = [...labelsOf(activity), ...labelsOf(application)].find(
    ({ literal, resource }) => literal !== null || resource !== 0,
  );
  return {
    package: packageName,
    versionCode: /\bversionCode=(\d{1,19})\b/.exec(application)?.[1] ?? "0",
    literalLabel: label?.literal ?? null,
    labelResource: label?.resource ?? 0,
    apkPath: fieldOf("sourceDir", application),
    splitPaths: /^\[(.*)\]$/.exec(fieldOf("splitSourceDirs", application))?.[1]?.split(", ") ?? [],
  };
}

const fieldOf = (name: string, text: string): string =>
  new RegExp(`^ +${name}=(.*?)\\r?$`, "m").exec(text)?.[1] ?? "";

interface Label {
  readonly literal: string | null;
  readonly resource: number;
}

/** `labelRes=0x7f110000 nonLocalizedLabel=null icon=0x7f020000`: that of the icon, then of the activity. */
const labelsOf = (text: string): readonly Label[] =>
  [...text.matchAll(/^ +labelRes=0x([0-9a-f]{1,8}) nonLocalizedLabel=(.*) icon=0x/gm)].map(
    ([, resource = "0", literal = "null"]) => ({
      literal: literal === "null" ? null : literal,
      resource: Number.parseInt(resource, 16),
    }),
  );
