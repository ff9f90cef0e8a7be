import { DeviceId, type HostId } from "#shared/contracts/values/ids.ts";

/** `<host>.<serial>`; characters of the serial that ids do not have become `_`, a long one is cut. */
export const deviceIdOf = (hostId: HostId, serial: string): DeviceId =>
  DeviceId.parse(`${hostId}.${serial.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, 64)}`);
