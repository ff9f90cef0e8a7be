import type { DeviceId } from "#shared/contracts/values/ids.ts";
import type { HostServices } from "../host-services.ts";

const note = (deviceId: DeviceId): string => `${deviceId}#restores`;

/** How often the device was brought back to a snapshot since it was last restarted for that. */
export const restoresOf = ({ journal }: HostServices, deviceId: DeviceId): number =>
  Number(journal.note(note(deviceId)) ?? "0");

/** The count with this one. */
export async function countRestore(services: HostServices, deviceId: DeviceId): Promise<number> {
  const count = restoresOf(services, deviceId) + 1;
  await setRestores(services, deviceId, count);
  return count;
}

export const forgetRestores = (services: HostServices, deviceId: DeviceId): Promise<void> =>
  setRestores(services, deviceId, 0);

/** Counted here; what the store does not take is said with the next. */
async function setRestores(services: HostServices, deviceId: DeviceId, restores: number): Promise<void> {
  const { tenantId, journal, repositories, clock, logger } = services;
  journal.setNote(note(deviceId), String(restores));
  await repositories.devices
    .sayRestores({ tenantId, deviceId, restores, at: clock.now().toISOString() })
    .catch((error: unknown) => logger.warn("restores not said", { deviceId, error: String(error) }));
}
