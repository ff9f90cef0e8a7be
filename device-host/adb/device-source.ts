import type { AdbCommandRecord, AdbDevice } from "./adb-device.ts";
import { type DeviceTracker, trackDevices } from "./device-tracker.ts";
import { hostService, type ListedDevice, listAttachedDevices } from "./host-service.ts";
import { ServedDevice } from "./served-device.ts";
import type { AdbEndpoint } from "./single-connection.ts";

/** Where a host's devices come from. */
export interface DeviceSource {
  list(): Promise<readonly ListedDevice[]>;
  /** Calls `onChange` whenever the list may be another. */
  track(onChange: () => void): DeviceTracker;
  /** The first step of the ladder for an offline device (docs/faults.md A5); it touches no other device. */
  reconnectOffline(): Promise<unknown>;
  device(serial: string, onCommand: (record: AdbCommandRecord) => void): AdbDevice;
}

/** Those that an adb server shows; `incarnationOf` knows those that were made. */
export const servedDevices = (
  endpoint: AdbEndpoint,
  incarnationOf: (serial: string) => string | undefined,
): DeviceSource => ({
  list: () => listAttachedDevices(endpoint),
  track: (onChange) => trackDevices(endpoint, onChange),
  reconnectOffline: () => hostService(endpoint, "host:reconnect-offline"),
  device: (serial, onCommand) =>
    new ServedDevice({ endpoint, serial, onCommand, incarnation: incarnationOf(serial) }),
});
