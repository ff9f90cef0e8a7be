import * as z from "zod";
import type { AdbDevice } from "../adb/adb-device.ts";
import {
  parsePackages,
  parseSettings,
  pm,
  type SettingsNamespace,
  settings,
} from "../adb/android-commands.ts";
import type { Argv } from "../adb/quote.ts";

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
  /** Path → bytes. */
  files: z.record(z.string(), z.number()),
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
  ["find", ...watchedDirectories, "-maxdepth", String(deepest), "-type", "f", "-printf", "%s %p\\0"],
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

/** NUL-terminated, because a name may hold anything else; the host's own dumps in flight do not count. */
export function parseFiles(output: string): Record<string, number> {
  return Object.fromEntries(
    output.split("\0").flatMap((entry) => {
      const match = /^(\d+) (\/.*)$/s.exec(entry);
      if (match?.[2] === undefined || /^\/data\/local\/tmp\/drover-[0-9a-f]+\.xml$/.test(match[2])) return [];
      return [[match[2], Number(match[1])] as const];
    }),
  );
}

/** `taskId=12: com.android.settings/.Settings bounds=…` */
const parseOpenPackages = (output: string): readonly string[] => [
  ...new Set([...output.matchAll(/^\s*taskId=\d+: ([A-Za-z][\w.]*)\//gm)].flatMap((match) => match[1] ?? [])),
];
