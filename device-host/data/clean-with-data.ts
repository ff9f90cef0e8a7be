import type { DeviceId } from "#shared/contracts/ids.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import { parseContentRows } from "../adb/android-commands.ts";
import { arrivalsLeft, arrivedSince, endCalls, keepersOf, noteArrivals } from "../clean/arrivals.ts";
import { type CleanResult, cleanDevice } from "../clean/clean-device.ts";
import type { DeviceBaseline } from "../clean/device-baseline.ts";
import type { HostServices } from "../host-services.ts";
import { hasFailed } from "../validators/content-row-validator.ts";
import { databaseDigest } from "./app-database.ts";
import { deleteRows, findRows, rowMarks } from "./data-rows.ts";
import { forgetPut, type PutNotes, putOn } from "./put-notes.ts";

interface Cleaning {
  readonly device: { readonly deviceId: DeviceId; readonly touched: Iterable<string> };
  readonly baseline: DeviceBaseline;
  readonly services: Pick<HostServices, "journal" | "clock">;
}

/**
 * Brings the device back to its baseline, what a job's `data` put on it and what came to it by telephone meanwhile too, and proves all by
 * looking again.
 */
export async function cleanWithData(
  adb: AdbDevice,
  { device: { deviceId, touched }, baseline, services: { journal, clock } }: Cleaning,
): Promise<CleanResult> {
  const hungUp = await endCalls(adb, clock);
  const put = putOn(journal, deviceId);
  const marks = put === null ? [] : rowMarks(put.data);
  if (marks.length > 0) await adb.write(marks.map(deleteRows));
  const arrived = await arrivedSince(adb, journal, deviceId);
  const keepers = await keepersOf(adb, arrived);
  const cleaned = await cleanDevice(adb, baseline, new Set([...touched, ...keepers]));
  if (!cleaned.clean) return cleaned;
  const left = [
    ...(put === null ? [] : await leftOf(adb, put)),
    ...(arrived.length === 0 ? [] : await arrivalsLeft(adb, arrived)),
    ...(hungUp ? [] : ["a call that goes on"]),
  ];
  if (left.length > 0)
    return { ...cleaned, clean: false, leftovers: left.slice(0, 10).join(", ").slice(0, 400) };
  if (arrived.length > 0) await noteArrivals(adb, journal, deviceId);
  if (put !== null) forgetPut(journal, deviceId);
  return cleaned;
}

/** Files and settings are the baseline's: what is looked for here is what no baseline holds. */
async function leftOf(adb: AdbDevice, { data, databases }: PutNotes): Promise<readonly string[]> {
  const marks = rowMarks(data);
  const found = marks.length === 0 ? [] : await adb.read(marks.map(findRows));
  const rows = marks.flatMap(({ kind, where }, index) => {
    const result = found[index];
    // A provider whose tables were cleared away has no rows.
    if (result === undefined || hasFailed(result)) return [];
    return parseContentRows(result.output, ["_id"]).length === 0
      ? []
      : [`data.${kind} ${JSON.stringify(Object.values(where)[0])}`];
  });
  const changed = await Promise.all(
    databases.map(async (database) => {
      const now = await databaseDigest(adb, database);
      const isBack = now === null || database.digest === null || now === database.digest;
      return isBack ? [] : [`data.sql in ${database.package}/${database.database}`];
    }),
  );
  return [...rows, ...changed.flat()];
}
