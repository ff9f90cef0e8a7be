import type { AdbDevice } from "../adb/adb-device.ts";
import type { HostClock } from "../host-clock.ts";
import type { CapturedScreen } from "../observe/captured-screen.ts";
import { observeScreen } from "../observe/observe-screen.ts";
import type { ManagedDevice } from "./managed-device.ts";

/**
 * Looks at the device and remembers what was seen, for coordinates and element ids. Whoever holds the device has touched
 * the app in front: cleaning clears its data. Throws as observeScreen does.
 */
export async function lookAtScreen(
  device: ManagedDevice,
  adb: AdbDevice,
  clock: HostClock,
): Promise<CapturedScreen> {
  const { deviceId, naturalSize } = device;
  const captured = await observeScreen({ deviceId, adb, naturalSize }, clock);
  device.lastScreen = captured;
  if (device.lease !== null && captured.facts.package !== "") {
    device.touchedPackages.add(captured.facts.package);
  }
  return captured;
}
