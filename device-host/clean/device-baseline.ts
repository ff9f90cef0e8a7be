import * as z from "zod";
import type { Argv } from "#shared/agent/actions/device-port.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import {
  parsePackages,
  parseSettings,
  pm,
  type SettingsNamespace,
  settings,
} from "../adb/android-commands.ts";

export const settingsNamespaces = [
  "system",
  "secure",
  "global",
] as const satisfies readonly SettingsNamespace[];

/** Where people's and tests' files lie; `find` walks no deeper than this. */
const watchedDirectories = ["/sdcard", "/data/local/tmp"] as const;
const deepest = 8;

/** What a device looked like before a job had it: what cleaning brings it back to. Kept on the host's disk. */
export const DeviceBaseline = z.strictObject({
  packages: z.array(z.string()),
  settings: z.record(z.enum(settingsNamespaces), z.record(z.string(), z.string())),
  /** Files and directories. */
  files: z.array(z.string()),
});
export type DeviceBaseline = z.infer<typeof DeviceBaseline>;

/** Baseline and what is open now. */
export interface DeviceContents extends DeviceBaseline {
  /** Apps that have a task in the overview. */
  readonly openPackages: readonly string[];
}

const commands: readonly Argv[] = [
  pm.listThirdParty(),
  ...settingsNamespaces.map(settings.list),
  ["find", ...watchedDirectories, "-maxdepth", String(deepest)],
  ["am", "stack", "list"],
];

/** One round trip. */
export async function readDeviceContents(device: AdbDevice): Promise<DeviceContents> {
  const [packages, system, secure, global, files, tasks] = await device.read(commands, {
    deadlineMilliseconds: 20_000,
  });
  return {
    packages: [...parsePackages(packages?.output ?? "")].sort(),
    settings: {
      system: Object.fromEntries(parseSettings(system?.output ?? "")),
      secure: Object.fromEntries(parseSettings(secure?.output ?? "")),
      global: Object.fromEntries(parseSettings(global?.output ?? "")),
    },
    files: parseFiles(files?.output ?? ""),
    openPackages: parseOpenPackages(tasks?.output ?? ""),
  };
}

/** One path a line; a line that begins otherwise is the rest of a name with a line feed. The host's own dumps do not count. */
export function parseFiles(output: string): string[] {
  const paths: string[] = [];
  for (const line of output.replace(/\n$/, "").split("\n")) {
    if (line.startsWith("find: ")) continue;
    const last = paths.pop();
    if (last !== undefined && line.startsWith("/")) paths.push(last, line);
    else if (last !== undefined) paths.push(`${last}\n${line}`);
    else if (line.startsWith("/")) paths.push(line);
  }
  // Nothing outside is ever deleted, whatever a name with line feeds looks like.
  const watched = (path: string): boolean =>
    watchedDirectories.some((directory) => path.startsWith(`${directory}/`));
  return paths.filter((path) => watched(path) && !ownDump.test(path));
}

const ownDump = /^\/data\/local\/tmp\/drover-[0-9a-f]+\.xml$/;

/** `taskId=12: com.android.settings/.Settings bounds=…` */
const parseOpenPackages = (output: string): readonly string[] => [
  ...new Set([...output.matchAll(/^\s*taskId=\d+: ([A-Za-z][\w.]*)\//gm)].flatMap((match) => match[1] ?? [])),
];
