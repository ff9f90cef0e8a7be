import type { InstalledPackage, VirtualDevice } from "../../../system/device.ts";
import type { CommandContext, ShellCommand } from "../../shell-session.ts";
import { packageUid } from "../dump/describe-package.ts";
import { ArgumentReader } from "../service-command.ts";
import { longComponent, readIntent, shortComponent } from "./intent-arguments.ts";

/** What is asked about an intent's activities, and what of them is shown. */
export function readQuery(context: CommandContext) {
  const reader = new ArgumentReader(context);
  const shown = { brief: false, components: false };
  const intent = readIntent(reader, (option) => {
    if (option === "--brief") shown.brief = true;
    else if (option === "--components") shown.components = true;
    else if (option === "--user" || option === "--query-flags") reader.required();
    else return false;
    return true;
  });
  return { intent, shown };
}

/** `pm query-activities`, Android 14: the activities that an intent could open. */
export const queryActivities: ShellCommand = (context) => {
  const { intent, shown } = readQuery(context);
  const { device, stdout } = context;
  const packages = new Map(device.packages.list().map((entry) => [entry.packageName, entry]));
  const found = device.packages.query(intent).flatMap((activity) => {
    const entry = packages.get(activity.split("/")[0] ?? "");
    return entry === undefined ? [] : [{ ...entry, launcherActivity: activity }];
  });
  if (found.length === 0) {
    stdout.write("No activities found\n");
    return 0;
  }
  if (shown.components) {
    stdout.write(found.map((entry) => `${shortComponent(entry.launcherActivity ?? "")}\n`).join(""));
    return 0;
  }
  const lines = found.flatMap((entry, index) => [
    `  Activity #${index}:`,
    "    priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=false",
    ...(shown.brief
      ? [`    ${shortComponent(entry.launcherActivity ?? "")}`]
      : describeActivity(entry, device)),
  ]);
  stdout.write(`${found.length} activities found:\n${lines.map((line) => `${line}\n`).join("")}`);
  return 0;
};

/** ActivityInfo.dump with its ApplicationInfo. */
function describeActivity(entry: InstalledPackage, device: VirtualDevice): readonly string[] {
  const { packageName, launcherActivity, labelResource, label, apkPath, versionCode } = entry;
  const name = longComponent(launcherActivity ?? "").split("/")[1] ?? "";
  // What is in the manifest itself is no resource.
  const literal = labelResource === 0 ? label : null;
  const labels = `labelRes=0x${labelResource.toString(16)} nonLocalizedLabel=${literal} icon=0x7f020000 banner=0x0`;
  return [
    "    ActivityInfo:",
    `      name=${name}`,
    `      packageName=${packageName}`,
    `      ${labels}`,
    "      enabled=true exported=true directBootAware=false",
    `      taskAffinity=${packageName} targetActivity=null persistableMode=PERSIST_ROOT_ONLY`,
    "      launchMode=0 flags=0x0 privateFlags=0x0 theme=0x0",
    "      screenOrientation=-1 configChanges=0x3 softInputMode=0x0",
    "      ApplicationInfo:",
    `        packageName=${packageName}`,
    `        ${labels}`,
    `        processName=${packageName}`,
    `        taskAffinity=${packageName}`,
    `        uid=${packageUid(entry, device)} flags=0x3048bec5 privateFlags=0xc000110 theme=0x0`,
    "        requiresSmallestWidthDp=0 compatibleWidthLimitDp=0 largestWidthLimitDp=0",
    `        sourceDir=${apkPath}`,
    `        dataDir=/data/user/0/${packageName}`,
    `        enabled=true minSdkVersion=24 targetSdkVersion=34 versionCode=${versionCode} targetSandboxVersion=1`,
    "        supportsRtl=true",
  ];
}
