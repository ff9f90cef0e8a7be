import type { Device } from "#shared/contracts/device/device.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { ManagedDevice } from "../devices/managed-device.ts";
import type { HostServices } from "../host-services.ts";
import { parkDevice, tidyDevice } from "../lease/park-device.ts";

/** Keeps a device away from work until somebody releases it: it is not tried again by itself. Throws DeviceBusy. */
export async function beginQuarantine(
  device: ManagedDevice,
  reason: string,
  services: HostServices,
): Promise<Device> {
  {
    using _turn = await device.lane.enter();
    if (device.lease !== null) {
      throw new DroverError("DeviceBusy", `Device '${device.deviceId}' is ${device.state}.`);
    }
    await parkDevice(device, "quarantined", reason, services, "operator");
  }
  return storedDevice(device, services);
}

/** Cleans a quarantined device and frees it when it is found clean; the answer says how it is then. */
export async function endQuarantine(device: ManagedDevice, services: HostServices): Promise<Device> {
  if (device.state === "quarantined") {
    device.uiServer?.takeBack("person");
    await tidyDevice(device, services);
  }
  return storedDevice(device, services);
}

async function storedDevice({ deviceId }: ManagedDevice, services: HostServices): Promise<Device> {
  const stored = await services.repositories.devices.get(services.tenantId, deviceId);
  if (stored === null) throw new DroverError("NotFound", `There is no device '${deviceId}'.`);
  return stored;
}
