import type { DevicePort } from "#shared/actions/device-port.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import type { ScreenSources } from "../observe/screen-source.ts";
import type { UiServer } from "../ui-server/ui-server.ts";
import { enterText } from "./enter-text.ts";
import { readFocusedField } from "./focused-field.ts";
import { inputThroughServer } from "./server-input.ts";

/** By what else than commands of its shell a device is seen and touched. */
export interface DeviceWays {
  readonly sources?: ScreenSources;
  readonly uiServer?: UiServer | null;
}

/** A device as actions know it. */
export const devicePort = (device: AdbDevice, { sources, uiServer = null }: DeviceWays = {}): DevicePort => ({
  serial: device.serial,
  read: (commands) => device.read(commands),
  writeAll: async (commands, deadlineMilliseconds) =>
    uiServer !== null && (await inputThroughServer(uiServer, device, commands))
      ? commands.map(() => "")
      : device.writeAll(commands, deadlineMilliseconds),
  focusedField: () => readFocusedField(device, sources?.tree),
  enterText: (entry) => enterText(device, entry, uiServer),
});
