import type { InstalledPackage, VirtualDevice } from "../../../system/device.ts";
import type { CommandContext, ShellCommand } from "../../shell-session.ts";
import { describePackage, packageUid } from "../dump/describe-package.ts";
import { hasFeature, listFeatures, listLibraries } from "../features.ts";
import { ArgumentReader, subcommands, unsupported } from "../service-command.ts";
import { shortComponent } from "./intent-arguments.ts";
import { installCommands } from "./pm-install.ts";
import { listPermissionGroups, listPermissions, permissionCommands } from "./pm-permissions.ts";
import { queryActivities, readQuery } from "./query-activities.ts";

const list: ShellCommand = (context) => {
  const [kind = "", ...args] = context.args;
  switch (kind) {
    case "package":
    case "packages":
      return listPackages({ ...context, args });
    case "users":
      context.stdout.write("Users:\n\tUserInfo{0:Owner:4c13} running\n");
      return 0;
    case "features":
      return listFeatures(context);
    case "permissions":
      return listPermissions({ ...context, args });
    case "permission-groups":
      return listPermissionGroups(context);
    case "libraries":
      return listLibraries(context);
    case "instrumentation":
      return listInstrumentations({ ...context, args });
    default:
      context.stderr.write(`Error: unknown list type '${kind}'\n`);
      return 255;
  }
};

const listInstrumentations: ShellCommand = ({ args, device, stdout }) => {
  const target = args.find((argument) => !argument.startsWith("-"));
  const found = device.packages
    .list()
    .flatMap(({ instrumentations = [] }) => instrumentations)
    .filter((one) => target === undefined || one.target === target);
  for (const one of found) stdout.write(`instrumentation:${one.component} (target=${one.target})\n`);
  return 0;
};

const listPackages: ShellCommand = (context) => {
  const reader = new ArgumentReader(context);
  const shown = new Set<string>();
  for (let option = reader.nextOption(); option !== null; option = reader.nextOption()) {
    if (option === "--user" || option === "--uid") reader.required();
    else if (/^(-[fdesu3aiU]|--show-versioncode|--apex-only|--factory-only)$/.test(option)) shown.add(option);
    else {
      context.stderr.write(`Error: Unknown option: ${option}\n`);
      return 255;
    }
  }
  const filter = reader.next() ?? "";
  const wanted = context.device.packages
    .list()
    .filter((entry) => isWanted(entry, shown) && entry.packageName.includes(filter));
  context.stdout.write(wanted.map((entry) => packageLine(entry, shown, context.device)).join(""));
  return 0;
};

function isWanted(entry: InstalledPackage, shown: ReadonlySet<string>): boolean {
  if (shown.has("-d") || shown.has("--apex-only")) return false;
  if (shown.has("-s") && !entry.isSystem) return false;
  return !(shown.has("-3") && entry.isSystem);
}

function packageLine(entry: InstalledPackage, shown: ReadonlySet<string>, device: VirtualDevice): string {
  const path = shown.has("-f") ? `${entry.apkPath}=` : "";
  const version = shown.has("--show-versioncode") ? ` versionCode:${entry.versionCode}` : "";
  const installer = shown.has("-i") ? "  installer=null" : "";
  const uid = shown.has("-U") ? ` uid:${packageUid(entry, device)}` : "";
  return `package:${path}${entry.packageName}${version}${installer}${uid}\n`;
}

const path: ShellCommand = (context) => {
  const reader = new ArgumentReader(context);
  if (reader.nextOption() !== null) reader.required();
  const entry = findPackage(context.device, reader.required());
  if (entry === null) return 1;
  context.stdout.write(`package:${entry.apkPath}\n`);
  return 0;
};

const clear: ShellCommand = async (context) => {
  const reader = new ArgumentReader(context);
  for (let option = reader.nextOption(); option !== null; option = reader.nextOption()) {
    if (option === "--user") reader.required();
    else if (option !== "--cache-only") throw reader.unknownOption(option);
  }
  const cleared = await context.device.packages.clear(reader.required());
  if (cleared) context.stdout.write("Success\n");
  else context.stderr.write("Failed\n");
  return cleared ? 0 : 1;
};

const resolveActivity: ShellCommand = (context) => {
  const { intent, shown } = readQuery(context);
  const isPackage = intent.action === undefined && intent.packageName !== undefined;
  const found = isPackage
    ? findPackage(context.device, intent.packageName ?? "")?.launcherActivity
    : context.device.packages.query(intent)[0];
  if (!found) {
    context.stdout.write("No activity found\n");
    return 0;
  }
  const component = shortComponent(found);
  if (!shown.components)
    context.stdout.write("priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true\n");
  context.stdout.write(`${component}\n`);
  return 0;
};

const dump: ShellCommand = (context) => {
  const entry = findPackage(context.device, new ArgumentReader(context).required());
  context.stdout.write(
    entry === null ? `Unable to find package: ${context.args[0]}\n` : describePackage(entry, context.device),
  );
  return 0;
};

export function findPackage(device: VirtualDevice, packageName: string): InstalledPackage | null {
  return device.packages.list().find((entry) => entry.packageName === packageName) ?? null;
}

const refuse: ShellCommand = (context: CommandContext) => {
  throw unsupported(`pm ${context.name}`);
};

/** `pm` and `cmd package`, Android 14. */
export const pm = subcommands(
  {
    ...installCommands,
    list,
    path,
    clear,
    ...permissionCommands,
    "resolve-activity": resolveActivity,
    "query-activities": queryActivities,
    "has-feature": hasFeature,
    dump,
    enable: refuse,
    disable: refuse,
    "disable-user": refuse,
    hide: refuse,
    suspend: refuse,
    "trim-caches": () => 0,
    "get-max-users": ({ stdout }) => {
      stdout.write("Maximum supported users: 1\n");
      return 0;
    },
  },
  "Package manager (package) commands:\n  list, path, install, install-create, install-write, install-commit, uninstall, clear, grant, revoke, resolve-activity, query-activities, has-feature, dump",
);
