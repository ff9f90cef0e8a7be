import type { ShellCommand, ShellResult } from "#shared/actions/device-port.ts";
import type { ComparedState } from "#shared/contracts/judging/compared-state.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import { parsePackages, parseSettings, pm, settings } from "../adb/android-commands.ts";
import { parseShownWindows, type ShownWindows, shownWindowsCommands } from "../observe/shown-windows.ts";

export const settingsNamespaces = ["system", "secure", "global"] as const;

/** Where people's and tests' files lie; `find` walks no deeper than this. The first is a link, which it follows by its slash alone. */
const watchedDirectories = ["/sdcard/", "/data/local/tmp/"] as const;
const deepest = 8;
const maximumBytes = 16 * 1_048_576;

/** What of a device one round trip tells. */
export interface DeviceContents extends Pick<ComparedState, "settings"> {
  /** Apps that are no part of the system, and where each lies: elsewhere whenever it is installed again. */
  readonly packages: Readonly<Record<string, string>>;
  /** Files as `<bytes> <seconds since 1970>`, directories as "", by path. Null: they cannot be listed, or are too many. */
  readonly files: Readonly<Record<string, string>> | null;
  /** The same of a list that was cut, as far as it goes: what is new in it can be removed. */
  readonly listedFiles: Readonly<Record<string, string>>;
  /** Properties that a shell may set. */
  readonly properties: Readonly<Record<string, string>>;
  /** Keys of notifications, each with its app's name. */
  readonly notifications: Readonly<Record<string, string>>;
  /** All packages, the system's too. */
  readonly installed: readonly string[];
  /** Apps that have a task in the overview. */
  readonly openPackages: readonly string[];
  readonly windows: ShownWindows;
}

const commands: readonly ShellCommand[] = [
  [...pm.listThirdParty(), "-f"],
  pm.list(),
  ...settingsNamespaces.map(settings.list),
  ["am", "stack", "list"],
  ["getprop"],
  {
    pipeline: [
      ["dumpsys", "notification"],
      ["grep", "-E", "^ +NotificationRecord\\("],
    ],
  },
  ...shownWindowsCommands,
  // Last: whoever leaves many files cuts nothing else.
  [
    "find",
    ...watchedDirectories,
    "-maxdepth",
    String(deepest),
    "-exec",
    "stat",
    "-c",
    "%A %s %Y %n",
    "{}",
    "+",
  ],
];

export async function readDeviceContents(device: AdbDevice): Promise<DeviceContents> {
  const results = await device.read(commands, { deadlineMilliseconds: 30_000, maximumBytes });
  const [apps, all, system, secure, global, tasks, properties, notifications, ...windows] = results;
  const list = results.at(-1);
  // Of a list that was not started, all that lies there would seem to be new.
  const isBegun = list !== undefined && / \/sdcard\/$/m.test(list.output);
  const listedFiles = isBegun ? parseFiles(wholeLines(list)) : {};
  const paths = parsePaths(apps?.output ?? "");
  // One of the same name that somebody else installed lies elsewhere.
  const isOwn = (name: string): boolean => {
    const path = device.ownPackages?.get(name);
    return path !== undefined && path === paths[name];
  };
  return {
    packages: Object.fromEntries(Object.entries(paths).filter(([name]) => !isOwn(name))),
    installed: parsePackages(all?.output ?? "").filter((name) => !isOwn(name)),
    settings: {
      system: Object.fromEntries(parseSettings(system?.output ?? "")),
      secure: Object.fromEntries(parseSettings(secure?.output ?? "")),
      global: Object.fromEntries(parseSettings(global?.output ?? "")),
    },
    files: isBegun && !list.truncated ? listedFiles : null,
    listedFiles,
    openPackages: parseOpenPackages(tasks?.output ?? ""),
    properties: parseProperties(properties?.output ?? ""),
    notifications: parseNotifications(notifications?.output ?? ""),
    windows: parseShownWindows(windows),
  };
}

const wholeLines = ({ output, truncated }: ShellResult): string =>
  truncated ? output.slice(0, output.lastIndexOf("\n") + 1) : output;

/** `package:/data/app/…/base.apk=com.x`; a path may hold `=`. */
const parsePaths = (output: string): Record<string, string> =>
  Object.fromEntries(
    parsePackages(output).map((entry) => {
      const at = entry.lastIndexOf("=");
      return [entry.slice(at + 1), entry.slice(0, Math.max(0, at))];
    }),
  );

/** `-rw-rw---- 12 1700000000 /sdcard/a.txt`; a line that begins otherwise is the rest of a name with a line feed. */
export function parseFiles(output: string): Record<string, string> {
  const files = new Map<string, string>();
  let [path, stat] = ["", ""];
  for (const line of output.replace(/\n$/, "").split("\n")) {
    const [, mode, found, name] = /^([a-z-])\S{9} (\d+ -?\d+) (\/.*)$/s.exec(line) ?? [];
    if (found !== undefined && name !== undefined)
      [path, stat] = [name.replace("//", "/"), mode === "d" ? "" : found];
    else if (path === "" || /^(find|stat): /.test(line)) continue;
    else {
      files.delete(path);
      path = `${path}\n${line}`;
    }
    files.set(path, stat);
  }
  // Nothing outside is ever deleted, whatever a name with line feeds looks like.
  const isWatched = (name: string): boolean =>
    watchedDirectories.some((directory) => name.startsWith(directory) && name !== directory) &&
    !ownDump.test(name);
  return Object.fromEntries([...files].filter(([name]) => isWatched(name)));
}

/** The host's own do not count. */
const ownDump = /^\/data\/local\/tmp\/drover-[0-9a-f]+\.xml$/;

/** `taskId=12: com.android.settings/.Settings bounds=…` */
const parseOpenPackages = (output: string): readonly string[] => [
  ...new Set([...output.matchAll(/^\s*taskId=\d+: ([A-Za-z][\w.]*)\//gm)].flatMap((match) => match[1] ?? [])),
];

/** What a shell may set and apps see; the rest, and what tracing counts there, is the system's. */
const watchedProperty = /^(debug\.(?!tracing\.)|log\.tag|persist\.log\.tag|persist\.sys\.(timezone|locale)$)/;

/** `[debug.layout]: [true]` */
const parseProperties = (output: string): Record<string, string> =>
  Object.fromEntries(
    [...output.matchAll(/^\[([\w.:@-]+)\]: \[(.*)\]$/gm)].flatMap(([, name = "", value = ""]) =>
      watchedProperty.test(name) ? [[name, value]] : [],
    ),
  );

/** `NotificationRecord(0x0c1: pkg=com.x user=UserHandle{0} id=1 tag=a importance=3 key=0|com.x|1|a|10100: Notification(…` */
const parseNotifications = (output: string): Record<string, string> =>
  Object.fromEntries(
    [
      ...output.matchAll(/NotificationRecord\(\w+: pkg=([\w.]+) user=.*? key=(.*?)(?:: Notification\(|$)/gm),
    ].map(([, app = "", key = ""]) => [key, app]),
  );
