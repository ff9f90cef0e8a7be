import type { Job } from "#shared/contracts/job/job.ts";
import type { ComparedState, NetworkState } from "#shared/contracts/judging/compared-state.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import { askNetwork, parseNetwork } from "./ask-network.ts";
import { type DeviceContents, readDeviceContents } from "./device-contents.ts";
import { wanted } from "./providers.ts";
import { readDatabases } from "./read-databases.ts";
import { type ReadTables, readProviders } from "./read-providers.ts";

/** What a judgement compares: the device's state, and whether it has a network. */
export interface ReadDevice {
  readonly state: ComparedState;
  readonly network: NetworkState;
}

const mostFiles = 20_000;

/** `seen`: what was just read for cleaning. */
export async function readDevice(
  device: AdbDevice,
  { validators, changes }: Pick<Job, "validators" | "changes">,
  seen?: (DeviceContents & ReadTables) | undefined,
): Promise<ReadDevice> {
  const [contents, [network], providers, databases] = await Promise.all([
    seen ?? readDeviceContents(device),
    device.read([askNetwork]),
    seen ?? readProviders(device, wanted(validators)),
    readDatabases(device, changes.watch),
  ]);
  const tables = [...providers.tables, ...databases.tables];
  const unread = [...providers.unread, ...databases.unread];
  return {
    state: comparedState(contents, { tables, unread }),
    network: parseNetwork(network?.output ?? ""),
  };
}

/** What is compared, of what was read. */
export function comparedState(
  { settings, packages, files }: Pick<DeviceContents, "settings" | "packages" | "files">,
  { tables, unread }: ReadTables,
): ComparedState {
  const listed = Object.entries(files ?? {}).filter(
    ([path, stat]) => stat !== "" && path.startsWith("/sdcard/"),
  );
  const isCut = files === null || listed.length > mostFiles;
  const why = files === null ? "/sdcard cannot be listed." : `/sdcard has more than ${mostFiles} files.`;
  const cut = { where: "/sdcard/", why };
  return {
    settings,
    apps: Object.keys(packages).sort(),
    files: isCut ? {} : Object.fromEntries(listed),
    tables: [...tables],
    unread: [...(isCut ? [cut] : []), ...unread],
  };
}
