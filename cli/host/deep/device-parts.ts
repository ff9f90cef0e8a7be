import { setTimeout as sleep } from "node:timers/promises";
import type { AdbDevice } from "#device-host/adb/adb-device.ts";
import { isTransportError } from "#device-host/adb/adb-error.ts";
import { baselineOf, type DeviceBaseline, readWholeDevice } from "#device-host/clean/device-baseline.ts";
import { deviceDifferences, leftovers } from "#device-host/clean/device-differences.ts";
import { watchedProviders } from "#device-host/judging/providers.ts";
import type { DeviceResponse } from "#shared/contracts/api/responses/device-response.ts";
import type { DeepReport } from "#shared/contracts/device/deep-report.ts";
import { createApiClient } from "../../api-client.ts";
import { type PartTried, partFailed, partPassed } from "./deep-findings.ts";
import { aliasOf } from "./deep-report-file.ts";
import type { DoctorFarm } from "./doctor-job.ts";

const pollMilliseconds = 250;
const readyMilliseconds = 60_000;
const rebootMilliseconds = 120_000;

/** As the device's host tells it; undefined: the host has not seen it booted. */
async function told({ address, deviceId }: DoctorFarm): Promise<DeviceResponse | undefined> {
  const { items } = await createApiClient(address).devices({ limit: 100 });
  return items.find((device) => device.deviceId === deviceId);
}

/** Waits until its host has it free; says what it is in place of that when it takes too long. */
export async function tryReady(
  farm: DoctorFarm,
  withinMilliseconds = readyMilliseconds,
  isIt: (device: DeviceResponse) => boolean = () => true,
): Promise<PartTried> {
  const until = performance.now() + withinMilliseconds;
  for (;;) {
    const device = await told(farm);
    if (device?.state === "ready" && isIt(device)) return partPassed("its host has it ready");
    if (device?.state === "quarantined")
      return partFailed(`it is quarantined: ${device.stateReason ?? "no reason"}`);
    if (performance.now() > until) return partFailed(waitedFor(device, withinMilliseconds));
    farm.stop.throwIfAborted();
    await sleep(pollMilliseconds);
  }
}

function waitedFor(device: DeviceResponse | undefined, milliseconds: number): string {
  const how = device === undefined ? "its host has not seen it booted" : `it is ${device.state}`;
  const why = device?.stateReason === undefined ? "" : ` (${device.stateReason})`;
  return `after ${milliseconds / 1_000} s ${how}${why}`;
}

export async function trySnapshot(farm: DoctorFarm): Promise<PartTried> {
  const api = createApiClient(farm.address);
  const { snapshotId, milliseconds } = await api.takeSnapshot(farm.deviceId, { label: "hosts doctor" });
  try {
    const restored = await api.restoreSnapshot(snapshotId);
    return partPassed(
      `saved in ${Math.round(milliseconds)} ms, restored in ${Math.round(restored.milliseconds)} ms`,
    );
  } finally {
    await api.removeSnapshot(snapshotId).catch(() => undefined);
  }
}

export async function tryReboot(farm: DoctorFarm, adb: AdbDevice): Promise<PartTried> {
  const before = (await told(farm))?.bootId;
  // adbd goes while it answers.
  await adb.exchange("reboot:", Buffer.alloc(0)).catch((error: unknown) => {
    if (!isTransportError(error)) throw error;
  });
  return tryReady(farm, rebootMilliseconds, ({ bootId }) => bootId !== before);
}

/** All that the host itself would compare. */
export const readAsFound = async (adb: AdbDevice): Promise<DeviceBaseline> =>
  baselineOf(await readWholeDevice(adb, watchedProviders));

export async function tryAsFound(adb: AdbDevice, before: DeviceBaseline): Promise<PartTried> {
  const now = await readWholeDevice(adb, watchedProviders);
  const left = leftovers(deviceDifferences(now, before, now));
  return left.length === 0
    ? partPassed("nothing differs")
    : partFailed(`${left.length} differences: ${left.slice(0, 20).join(", ")}`);
}

const properties = [
  "ro.product.manufacturer",
  "ro.product.model",
  "ro.build.version.release",
  "ro.build.version.sdk",
  "ro.build.fingerprint",
];

/** What it does not tell is null. */
export async function readReportFacts(device: AdbDevice): Promise<DeepReport["device"]> {
  const said = await device.read(properties.map((name) => ["getprop", name])).catch(() => []);
  const [manufacturer = null, model = null, android = null, api, build = null] = properties.map(
    (_, index) => said[index]?.output.trim().slice(0, 200) || null,
  );
  return {
    alias: aliasOf(device.serial),
    manufacturer,
    model,
    android,
    apiLevel: /^\d{1,3}$/.test(api ?? "") ? Number(api) : null,
    build,
  };
}
