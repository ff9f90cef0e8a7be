import type { Services } from "#agent/runtime/services.ts";
import type { DeviceResponse } from "#shared/contracts/api/responses/device-response.ts";
import type { Device } from "#shared/contracts/device/device.ts";
import type { HostId } from "#shared/contracts/values/ids.ts";
import { conditionOf } from "#shared/rules/device-status.ts";

/** The devices as they are now, by their own and their hosts' latest facts. */
export async function currentDevices(
  devices: readonly Device[],
  { repositories, now }: Pick<Services, "now" | "repositories">,
): Promise<DeviceResponse[]> {
  const keys = new Map(devices.map(({ tenantId, hostId }) => [hostId, tenantId]));
  const hosts = await Promise.all(
    [...keys].map(([hostId, tenantId]) => repositories.hosts.get(tenantId, hostId)),
  );
  const hostOf = (hostId: HostId) => hosts.find((host) => host?.hostId === hostId) ?? null;
  return devices.map((device) => {
    const { stateReason: _, ...facts } = device;
    return { ...facts, ...conditionOf(device, hostOf(device.hostId), now()) };
  });
}
