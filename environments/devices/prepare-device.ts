import type { AdbDevice } from "#device-host/adb/adb-device.ts";
import { putFile } from "#device-host/apps/put-file.ts";
import { runPreparation } from "#device-host/clean/run-preparation.ts";
import { putData } from "#device-host/data/put-data.ts";
import { type BootFacts, readBootFacts } from "#device-host/devices/boot-facts.ts";
import { learnContext } from "#device-host/devices/learn-context.ts";
import type { HostClock } from "#device-host/host-clock.ts";
import { readDevice } from "#device-host/judging/read-device.ts";
import { input, keyCode } from "#shared/actions/input-commands.ts";
import { DeviceId, TenantId } from "#shared/contracts/values/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { EnvTask } from "../env-tasks.ts";
import type { PreparedDevice } from "./env-device.ts";

export const envDeviceId = DeviceId.parse("env.device");

/** Of a device that has booted. @throws DeviceDisconnected */
export async function bootFactsOf(adb: AdbDevice): Promise<BootFacts> {
  const facts = await readBootFacts(adb);
  if (facts !== null) return facts;
  throw new DroverError("DeviceDisconnected", `Device '${adb.serial}' has not booted.`);
}

/**
 * Does on a clean device what the task's preparation says, in the order of a job's, and reads what is then on it.
 * @throws PreparationFailed, DeviceUnsupported, the transport's errors
 */
export async function prepareDevice(
  adb: AdbDevice,
  { request, policy }: EnvTask,
  { facts, clock }: { readonly facts: BootFacts; readonly clock: HostClock },
): Promise<PreparedDevice> {
  const { prepare, data } = request;
  await adb.write([input.keys(keyCode.wake), ["wm", "dismiss-keyguard"]]);
  for (const { path, text } of prepare?.files ?? []) {
    await adb.writeAll([["mkdir", "-p", path.slice(0, path.lastIndexOf("/"))]]);
    await putFile(adb, path, Buffer.from(text));
  }
  if (data !== undefined) await putData(data, { adb, now: clock.now() });
  await runPreparation(adb, prepare?.commands ?? []);
  const device = { deviceId: envDeviceId, facts, apps: null };
  const { apps } = await learnContext(device, adb, { ...unknownApps, clock });
  return { apps, policy, before: await readDevice(adb, request) };
}

/** No table remembers the labels of apps: each APK is asked. */
const unknownApps = {
  tenantId: TenantId.parse("env"),
  logger: { debug() {}, info() {}, warn() {}, error() {} },
  repositories: { knownApps: { find: async () => [], put: async () => undefined } },
};
