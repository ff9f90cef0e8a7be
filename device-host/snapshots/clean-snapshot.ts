import { createHash } from "node:crypto";
import * as z from "zod";
import type { DeviceId } from "#shared/contracts/values/ids.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import { loadBaseline } from "../clean/stored-baseline.ts";
import { type BootFacts, readConsolePort } from "../devices/boot-facts.ts";
import type { ManagedDevice } from "../devices/managed-device.ts";
import { countRestore } from "../devices/restore-count.ts";
import type { HostServices } from "../host-services.ts";
import { readWindowFacts } from "../observe/window-facts.ts";
import { adoptBootId } from "./bring-back.ts";
import { comesTrue } from "./comes-true.ts";
import { cleanSnapshotName } from "./snapshot-name.ts";
import { snapshotProvider } from "./snapshot-provider.ts";

/** What the journal has of it. */
const Kept = z.strictObject({
  /** Of what the baseline held then that no cleaning could bring back. */
  digest: z.string(),
  /** The app in front then: how going back is seen to have come true. */
  package: z.string(),
});
type Kept = z.infer<typeof Kept>;

/** A console that keeps no snapshots is not asked after each job. */
const askAgainMilliseconds = 3_600_000;

/**
 * Keeps the device, which was just proved clean, for the day when it is not to be mended otherwise: once, and again when its own apps or
 * files have changed. What cannot be kept is logged.
 */
export async function keepClean(
  device: ManagedDevice,
  adb: AdbDevice,
  services: HostServices,
): Promise<void> {
  const { journal, clock, config, logger } = services;
  const { deviceId, facts } = device;
  if (!config.snapshots.keepClean) return;
  const digest = baselineDigest(deviceId, services);
  if (facts.consolePort === null || facts.forkOf !== null || adb.incarnation !== undefined) return;
  if (digest === null || readKept(deviceId, services)?.digest === digest) return;
  const { notKeptAt } = device;
  if (notKeptAt !== null && clock.monotonic() - notKeptAt < askAgainMilliseconds) return;
  try {
    const { package: inFront } = await readWindowFacts(adb);
    await snapshotProvider(device).save(cleanSnapshotName(deviceId));
    const kept: Kept = { digest, package: inFront };
    journal.setNote(noteOf(deviceId), JSON.stringify(kept));
    device.notKeptAt = null;
    logger.info("took a clean snapshot", { deviceId });
  } catch (error) {
    device.notKeptAt = clock.monotonic();
    logger.warn("no clean snapshot taken", { deviceId, error: String(error) });
  }
}

/** Whether the device could go back to how it was clean, without losing what was installed or put on it since. */
export const wasKeptClean = (deviceId: DeviceId, services: HostServices): boolean => {
  const kept = readKept(deviceId, services);
  return kept !== null && kept.digest === baselineDigest(deviceId, services);
};

/**
 * Takes the device back to how it was clean and waits until it is seen to be there. It must be proved clean anyway. Needs no
 * Android that runs, only adb. @throws SnapshotGone, SnapshotFailed, DeviceUnsupported, LeaseLost and the transport's errors
 */
export async function goBackClean(
  { deviceId, adb }: { readonly deviceId: DeviceId; readonly adb: AdbDevice },
  services: HostServices,
): Promise<BootFacts> {
  const { clock, metrics, logger } = services;
  const begun = clock.monotonic();
  const consolePort = await readConsolePort(adb);
  await snapshotProvider({ deviceId, facts: { consolePort } }).load(cleanSnapshotName(deviceId));
  const facts = await comesTrue(adb, readKept(deviceId, services)?.package ?? "", begun, services);
  const milliseconds = clock.monotonic() - begun;
  metrics.count("drover_snapshots_total", { what: "restore", kind: "clean" });
  metrics.count("drover_snapshot_seconds_total", { what: "restore" }, milliseconds / 1_000);
  const restores = await countRestore(services, deviceId);
  logger.info("restored the clean snapshot", { deviceId, milliseconds, restores });
  return facts;
}

/** The same for a device that is managed; false: it could not be. @throws LeaseLost */
export async function wentBackClean(device: ManagedDevice, services: HostServices): Promise<boolean> {
  device.lease?.check();
  device.lastScreen = null;
  device.apps = null;
  try {
    await adoptBootId(device, await goBackClean(device, services), services);
    // What was used since has gone with all else.
    device.touchedPackages.clear();
    return true;
  } catch (error) {
    services.logger.warn("clean snapshot not restored", { deviceId: device.deviceId, error: String(error) });
    return false;
  }
}

const noteOf = (deviceId: DeviceId): string => `${deviceId}#clean-snapshot`;

function readKept(deviceId: DeviceId, { journal }: HostServices): Kept | null {
  const note = journal.note(noteOf(deviceId));
  return note === null ? null : (Kept.safeParse(JSON.parse(note)).data ?? null);
}

/** Settings are put back by cleaning, and some count by themselves; what apps keep in folders of their own changes by itself. */
function baselineDigest(deviceId: DeviceId, { journal }: HostServices): string | null {
  const baseline = loadBaseline(journal, deviceId);
  if (baseline === null) return null;
  const { packages, files, tables } = baseline;
  const own = Object.entries(files ?? {}).map(([path, stat]) => [
    path,
    path.startsWith("/sdcard/Android/") ? "" : stat,
  ]);
  const rows = tables.filter(({ source }) => !source.startsWith("content://media/"));
  const held = [Object.entries(packages).sort(), own.sort(), rows];
  return createHash("sha256").update(JSON.stringify(held)).digest("hex");
}
