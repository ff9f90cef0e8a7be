import type { DevicePort } from "#shared/actions/device-port.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import { enterText } from "./enter-text.ts";
import { readFocusedField } from "./focused-field.ts";

/** A device as actions know it. */
export const devicePort = (device: AdbDevice): DevicePort => ({
  serial: device.serial,
  read: (commands) => device.read(commands),
  writeAll: (commands, deadlineMilliseconds) => device.writeAll(commands, deadlineMilliseconds),
  focusedField: () => readFocusedField(device),
  enterText: (entry) => enterText(device, entry),
});
