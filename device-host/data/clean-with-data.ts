import type { DeviceId } from "#shared/contracts/values/ids.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import { type CleanResult, cleanDevice } from "../clean/clean-device.ts";
import type { DeviceBaseline } from "../clean/device-baseline.ts";
import { endCalls } from "../clean/end-calls.ts";
import type { HostServices } from "../host-services.ts";
import { databaseDigest } from "./app-database.ts";
import { forgetPut, type PutNotes, putOn } from "./put-notes.ts";

interface Cleaning {
  readonly device: {
    readonly deviceId: DeviceId;
    readonly facts: { readonly apiLevel: number };
    readonly touchedPackages: Iterable<string>;
  };
  readonly baseline: DeviceBaseline;
  readonly services: Pick<HostServices, "journal" | "clock">;
}

/** Brings the device back to its baseline, ends its calls, and proves both by looking again. */
export async function cleanWithData(
  adb: AdbDevice,
  { device, baseline, services: { journal, clock } }: Cleaning,
): Promise<CleanResult> {
  const { deviceId, facts, touchedPackages: touched } = device;
  const hungUp = await endCalls(adb, clock);
  const put = putOn(journal, deviceId);
  const cleaned = await cleanDevice(adb, baseline, { touched, apiLevel: facts.apiLevel, clock });
  if (!cleaned.clean) return cleaned;
  const left = [
    ...(put === null ? [] : await changedDatabases(adb, put)),
    ...(hungUp ? [] : ["a call that goes on"]),
  ];
  if (left.length > 0)
    return { ...cleaned, clean: false, leftovers: left.slice(0, 10).join(", ").slice(0, 400) };
  if (put !== null) forgetPut(journal, deviceId);
  return cleaned;
}

/** All else that was put there is in the baseline's comparison. */
async function changedDatabases(adb: AdbDevice, { databases }: PutNotes): Promise<readonly string[]> {
  const changed = await Promise.all(
    databases.map(async (database) => {
      const now = await databaseDigest(adb, database);
      const isBack = now === null || database.digest === null || now === database.digest;
      return isBack ? [] : [`data.sql in ${database.package}/${database.database}`];
    }),
  );
  return changed.flat();
}
