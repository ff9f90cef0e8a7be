import type { InstalledPackage, VirtualDevice } from "../../../system/device.ts";

const systemUid = 1000;
const firstAppUid = 10_100;

/** The Linux user an app runs as; Settings shares the system's. */
export function packageUid(entry: InstalledPackage, device: VirtualDevice): number {
  if (entry.packageName === "com.android.settings" || entry.packageName === "android") return systemUid;
  const names = device.packages.list().map(({ packageName }) => packageName);
  return firstAppUid + names.indexOf(entry.packageName);
}

/** The part of `dumpsys package <name>` that tools read. */
export function describePackage(entry: InstalledPackage, device: VirtualDevice): string {
  const flags = entry.isSystem
    ? "SYSTEM HAS_CODE ALLOW_CLEAR_USER_DATA"
    : "HAS_CODE ALLOW_CLEAR_USER_DATA ALLOW_BACKUP";
  const { requested, runtime } = device.packages.permissions(entry.packageName);
  const names = runtime.map(({ name }) => name);
  const activity = entry.launcherActivity;
  const resolver =
    activity === null
      ? []
      : [
          "Activity Resolver Table:",
          "  Non-Data Actions:",
          "      android.intent.action.MAIN:",
          `        5f0a1c ${activity} filter 9d2b3e`,
          '          Action: "android.intent.action.MAIN"',
          '          Category: "android.intent.category.LAUNCHER"',
          "",
        ];
  const lines = [
    ...resolver,
    "Packages:",
    `  Package [${entry.packageName}] (7c3d21f):`,
    `    userId=${packageUid(entry, device)}`,
    `    pkg=Package{1a2b3c4 ${entry.packageName}}`,
    `    codePath=${entry.apkPath.replace(/\/[^/]*$/, "")}`,
    `    versionCode=${entry.versionCode} minSdk=${entry.minSdk ?? 24} targetSdk=${entry.targetSdk ?? 34}`,
    `    versionName=${entry.versionName}`,
    `    flags=[ ${flags} ]`,
    `    dataDir=/data/user/0/${entry.packageName}`,
    ...permissionLines("requested permissions", requested),
    ...permissionLines(
      "install permissions",
      requested.filter((name) => !names.includes(name)).map((name) => `${name}: granted=true`),
    ),
    "    User 0: ceDataInode=1 installed=true hidden=false suspended=false distractionFlags=0 stopped=false notLaunched=false enabled=0 instant=false virtual=false",
    ...permissionLines(
      "  runtime permissions",
      runtime.map(({ name, granted, flags }) => `  ${name}: granted=${granted}, flags=[ ${flags.join("|")}]`),
    ),
    "",
  ];
  return lines.join("\n");
}

const permissionLines = (heading: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [`    ${heading}:`, ...lines.map((line) => `      ${line}`)];
