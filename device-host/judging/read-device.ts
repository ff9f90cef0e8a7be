import type { Argv } from "#shared/agent/actions/device-port.ts";
import type { ComparedState, NetworkState } from "#shared/contracts/compared-state.ts";
import type { Job } from "#shared/contracts/job.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import { type DeviceContents, readDeviceContents } from "../clean/device-baseline.ts";
import { askNetwork, parseNetwork } from "./ask-network.ts";
import { readDatabases } from "./read-databases.ts";
import { readProviders } from "./read-providers.ts";

/** What a judgement compares: the device's state, and whether it has a network. */
export interface ReadDevice {
  readonly state: ComparedState;
  readonly network: NetworkState;
}

const mostFiles = 20_000;
const listFiles: Argv = [
  "find",
  "/sdcard/",
  "-maxdepth",
  "8",
  "-type",
  "f",
  "-exec",
  "stat",
  "-c",
  "%s %Y %n",
  "{}",
  "+",
];
/** `contents`: settings and apps, when they were just read for cleaning. */
export async function readDevice(
  device: AdbDevice,
  { validators, changes }: Pick<Job, "validators" | "changes">,
  contents: Promise<DeviceContents> | DeviceContents = readDeviceContents(device),
): Promise<ReadDevice> {
  const [held, [listed, network], providers, databases] = await Promise.all([
    contents,
    device.read([listFiles, askNetwork], { deadlineMilliseconds: 30_000, maximumBytes: 8 * 1_048_576 }),
    readProviders(device, validators),
    readDatabases(device, changes.watch),
  ]);
  const files = parseFileStats(listed?.output ?? "");
  const isCut = listed === undefined || listed.truncated || Object.keys(files).length > mostFiles;
  const unread = isCut ? [{ where: "/sdcard/", why: `/sdcard holds more than ${mostFiles} files.` }] : [];
  return {
    state: {
      settings: held.settings,
      apps: held.packages,
      files: isCut ? {} : files,
      tables: [...providers.tables, ...databases.tables],
      unread: [...unread, ...providers.unread, ...databases.unread],
    },
    network: parseNetwork(network?.output ?? ""),
  };
}

/** `12 1700000000 /sdcard/a.txt`; a line that begins otherwise is the rest of a name with a line feed. */
export function parseFileStats(output: string): Record<string, string> {
  const files = new Map<string, string>();
  let [path, stat] = ["", ""];
  for (const line of output.replace(/\n$/, "").split("\n")) {
    const [, found, name] = /^(\d+ -?\d+) (\/sdcard\/.*)$/.exec(line) ?? [];
    if (found !== undefined && name !== undefined) [path, stat] = [name.replace("//", "/"), found];
    else if (path === "" || /^(find|stat): /.test(line)) continue;
    else {
      files.delete(path);
      path = `${path}\n${line}`;
    }
    files.set(path, stat);
  }
  return Object.fromEntries(files);
}
