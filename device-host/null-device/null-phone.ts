import type { ShellCommand, ShellResult } from "#shared/actions/device-port.ts";
import { nullHierarchy, nullPackage, nullScreen } from "./null-screen.ts";

const properties: Readonly<Record<string, string>> = {
  "sys.boot_completed": "1",
  "ro.product.model": "Null device",
  "ro.product.manufacturer": "Drover",
  "ro.build.version.release": "14",
  "ro.build.version.sdk": "34",
  "persist.sys.locale": "en-US",
  "persist.sys.timezone": "Etc/UTC",
};

const inputUsage = ["tap", "swipe", "draganddrop", "text", "keyevent"].map((name) => `      ${name} ...`);
/** Cleaning and set-up press these: home and wake. */
const quietKeys = new Set(["3", "224"]);

/** As `cmd package query-activities` prints the one app, after the host's grep. */
const launcherApps = `  Activity #0:
    ActivityInfo:
      packageName=${nullPackage}
      labelRes=0x0 nonLocalizedLabel=Counter icon=0x0
      ApplicationInfo:
        packageName=${nullPackage}
        labelRes=0x0 nonLocalizedLabel=Counter icon=0x0
        sourceDir=/data/app/${nullPackage}/base.apk
        enabled=true minSdkVersion=24 targetSdkVersion=34 versionCode=1
`;
const activity = `${nullPackage}/.CounterActivity`;

const said = (output: string, code = 0): ShellResult => ({ output, code, truncated: false });
const lines = (...texts: readonly string[]): ShellResult => said(texts.map((text) => `${text}\n`).join(""));

/** What a null device remembers. */
export interface NullPhone {
  readonly serial: string;
  readonly bootId: string;
  /** How often it was acted on. */
  count: number;
  /** By namespace and key. */
  readonly settings: Map<string, string>;
  /** What was asked for last. */
  dump: { readonly file: string; readonly xml: string } | null;
}

export const nullPhone = (serial: string, bootId: string): NullPhone => ({
  serial,
  bootId,
  count: 0,
  settings: new Map([["global device_provisioned", "1"]]),
  dump: null,
});

/** Answers the commands that the host uses as Android would, and every other one as a shell that does not have it. */
export function runOnNull(phone: NullPhone, command: ShellCommand): ShellResult {
  const argv = "pipeline" in command ? command.pipeline[0] : command;
  const [program = "", ...rest] = argv ?? [];
  const answer = programs[program];
  if (answer === undefined) return said(`/system/bin/sh: ${program}: inaccessible or not found\n`, 127);
  return answer(rest, phone);
}

type Program = (rest: readonly string[], phone: NullPhone) => ShellResult;

const wm: Program = ([what]) => {
  if (what === "size") return lines(`Physical size: ${nullScreen.width}x${nullScreen.height}`);
  if (what === "density") return lines("Physical density: 160");
  return said("");
};

const uiautomator: Program = (rest, phone) => {
  const file = rest.at(-1) ?? "";
  phone.dump = { file, xml: nullHierarchy(phone.count) };
  return lines(`UI hierchary dumped to: ${file}`);
};

const cat: Program = ([file = ""], { bootId, dump }) => {
  if (file === "/proc/sys/kernel/random/boot_id") return lines(bootId);
  return dump?.file === file ? said(dump.xml) : said(`cat: ${file}: No such file or directory\n`, 1);
};

const rm: Program = (files, phone) => {
  if (phone.dump !== null && files.includes(phone.dump.file)) phone.dump = null;
  return said("");
};

const services: Readonly<Record<string, ShellResult>> = {
  window: lines(`  mCurrentFocus=Window{1 u0 ${activity}}`),
  input_method: lines("  mInputShown=false"),
  connectivity: lines("Active default network: 100"),
  "window windows": lines(`  Window #0 Window{1 u0 ${activity}}:`, "    fl=1810100", "    isVisible=true"),
};

const settings: Program = ([verb, namespace = "", key = "", value = ""], { settings: held }) => {
  const name = `${namespace} ${key}`;
  if (verb === "get") return lines(held.get(name) ?? "null");
  if (verb === "put") held.set(name, value);
  if (verb === "delete") held.delete(name);
  if (verb !== "list") return said("");
  const own = [...held].filter(([one]) => one.startsWith(`${namespace} `));
  return lines(...own.map(([one, text]) => `${one.slice(namespace.length + 1)}=${text}`));
};

const input: Program = ([kind, ...rest], phone) => {
  if (kind === undefined) return { ...lines("Usage: input <command>", ...inputUsage), code: 255 };
  const isQuiet = kind === "keyevent" && rest.every((key) => quietKeys.has(key));
  if (!isQuiet) phone.count += 1;
  return said("");
};

const am: Program = ([verb, ...rest], phone) => {
  if (verb === "force-stop") phone.count = 0;
  if (verb === "stack") return lines(`  taskId=1: ${activity} bounds=[0,0][270,480]`);
  if (verb !== "start") return said("");
  if (!rest.includes(activity)) return lines("Error: Activity not started, unable to resolve Intent");
  phone.count += 1;
  return lines(`Starting: Intent { cmp=${activity} }`);
};

const pm: Program = ([verb]) => {
  if (verb === "list") return lines(`package:${nullPackage}`);
  return verb === "clear" ? lines("Success") : said("", 1);
};

const cmd: Program = (rest) => {
  const asked = rest.join(" ");
  if (asked.includes("query-activities")) return said(launcherApps);
  if (!asked.startsWith("package resolve-activity")) return said("Can't find service\n", 20);
  const known = rest.at(-1) === nullPackage || asked.includes("category.HOME");
  return lines(known ? activity : "No activity found");
};

const programs: Readonly<Record<string, Program>> = {
  getprop: ([name = ""]) => lines(properties[name] ?? ""),
  wm,
  uiautomator,
  cat,
  rm,
  dumpsys: (rest, { count }) =>
    rest[0] === "gfxinfo"
      ? lines(`** Graphics info for pid 1 [${nullPackage}] **`, `Total frames rendered: ${count + 1}`)
      : (services[rest.join(" ")] ?? said("")),
  date: () => lines(clockText(new Date())),
  settings,
  input,
  am,
  pm,
  cmd,
  content: ([, , uri = ""]) => said(`Error while accessing provider\nCould not find provider: ${uri}\n`, 1),
  find: () => said(""),
  true: () => said(""),
  // All that the host asks is whether there are two fingers.
  test: () => said("", 1),
  getevent: () => said("could not open any device\n", 1),
};

const days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
/** As `date "+%a %Y-%m-%d %H:%M"`. */
const clockText = (now: Date): string =>
  `${days[now.getUTCDay()]} ${now.toISOString().slice(0, 10)} ${now.toISOString().slice(11, 16)}`;
