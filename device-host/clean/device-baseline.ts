import * as z from "zod";
import type { ShellCommand } from "#shared/actions/device-port.ts";
import { ComparedState } from "#shared/contracts/judging/compared-state.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import { type DeviceContents, readDeviceContents } from "../judging/device-contents.ts";
import type { ProviderTable } from "../judging/providers.ts";
import { readProviders } from "../judging/read-providers.ts";

const texts = z.record(z.string(), z.string());

/** What a device looked like before a job had it: what cleaning brings it back to. Kept on the host's disk. */
export const DeviceBaseline = z.strictObject({
  packages: texts,
  settings: ComparedState.shape.settings,
  files: texts.nullable(),
  properties: texts,
  notifications: texts,
  /** Apps that showed a window beside the one in front. */
  shown: z.array(z.string()),
  /** What was granted to which package and may be taken away: `com.x android.permission.CAMERA`. Null: nobody could tell. */
  permissions: z.array(z.string()).nullable(),
  tables: ComparedState.shape.tables,
  /** Tables of providers that hold very many rows, by their digests. */
  large: ComparedState.shape.tables.default([]),
  unread: ComparedState.shape.unread,
});
export type DeviceBaseline = z.infer<typeof DeviceBaseline>;

/** Everything of a device that is brought back, and what is open now. */
export interface WholeDevice
  extends DeviceContents,
    Pick<DeviceBaseline, "permissions" | "tables" | "large" | "unread"> {}

type Reading = Pick<DeviceBaseline, "files" | "permissions" | "tables" | "large" | "unread">;

/** All rows that were read, and what could not be. */
export function readingOf({ files, permissions, tables, large, unread }: Reading) {
  const isRead = new Set(large.map(({ source }) => source));
  return {
    tables: [...tables, ...large],
    unread: [
      ...(files === null ? [{ where: "files", why: "files, which cannot be listed" }] : []),
      ...(permissions === null ? [{ where: "permissions", why: "permissions, which cannot be read" }] : []),
      ...unread.filter(({ where }) => !isRead.has(where)),
    ],
  };
}

/** What cannot be read now and could be before: it may hold anything. */
export function lostFromSight(now: Reading, before: Reading): readonly string[] {
  const unknown = new Set(readingOf(before).unread.map(({ where }) => where));
  return readingOf(now).unread.flatMap(({ where, why }) => (unknown.has(where) ? [] : [why]));
}

/**
 * What its content providers hold takes most of the time: a real phone starts a process for each. `seen`: what was just read.
 */
export async function readWholeDevice(
  device: AdbDevice,
  providers: readonly ProviderTable[],
  seen?: DeviceContents | undefined,
): Promise<WholeDevice> {
  const [contents, read, permissions] = await Promise.all([
    seen ?? readDeviceContents(device),
    readProviders(device, providers),
    readPermissions(device),
  ]);
  const { tables, large, unread } = read;
  return { ...contents, tables: [...tables], large: [...large], unread: [...unread], permissions };
}

export const baselineOf = ({
  openPackages: _open,
  installed: _installed,
  listedFiles: _listed,
  windows,
  ...kept
}: WholeDevice): DeviceBaseline => ({
  ...kept,
  shown: windows.apps.filter((app) => app !== windows.inFront),
});

const runtimePermissions: ShellCommand = {
  pipeline: [
    ["dumpsys", "package", "packages"],
    ["grep", "-E", "^  Package \\[|: granted=true, flags=|DUMP TIMEOUT"],
  ],
};

/** What may be taken away again, as the baseline has it. */
export async function readPermissions(device: AdbDevice): Promise<DeviceBaseline["permissions"]> {
  const [dump] = await device.read([runtimePermissions], { deadlineMilliseconds: 30_000 });
  if (dump === undefined || dump.truncated || !dump.output.includes("  Package [")) return null;
  // dumpsys gives up after a while, and says so at the end of what it has.
  if (dump.output.includes("DUMP TIMEOUT")) return null;
  let name = "";
  const granted = dump.output.split("\n").flatMap((line) => {
    name = /^ {2}Package \[([\w.]+)\]/.exec(line)?.[1] ?? name;
    // What the system or its owner's policy fixed cannot be removed.
    const [, permission, flags = ""] = /^ +([\w.]+): granted=true, flags=(.*)$/.exec(line) ?? [];
    const isOwn = device.ownPackages?.has(name) === true;
    return permission === undefined || isOwn || /(SYSTEM|POLICY)_FIXED/.test(flags)
      ? []
      : `${name} ${permission}`;
  });
  return [...new Set(granted)];
}
