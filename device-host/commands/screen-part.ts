import type { SplitWindow } from "#shared/contracts/device/split-screen.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import type { HeldLease } from "../devices/held-lease.ts";
import { enterSplit } from "../devices/split-screen.ts";
import type { HostServices } from "../host-services.ts";
import { readSplit, type ScreenPart } from "../observe/split-windows.ts";

interface Splitting {
  readonly adb: AdbDevice;
  readonly lease: HeldLease;
  readonly services: Pick<HostServices, "clock">;
}

/**
 * Where the job's window is now. One of two that was closed, by BACK or by a crash, is opened again beside the other.
 * @throws DeviceUnsupported when the two apps cannot be put side by side any more
 */
export async function screenPart(
  { adb, lease, services }: Splitting,
  window: SplitWindow,
): Promise<ScreenPart> {
  const { split: apps } = lease;
  const now = await readSplit(adb);
  const same =
    now !== null &&
    (apps === null || (now.first.package === apps.first && now.second.package === apps.second));
  if (!same && apps === null)
    throw new DroverError(
      "DeviceUnsupported",
      "The split screen has ended, and this host does not know its apps.",
    );
  const areas = same || apps === null ? now : await enterSplit(adb, apps, services.clock);
  if (areas === null) throw new DroverError("DeviceUnsupported", "The device does not show two windows.");
  const { package: app, bounds } = areas[window];
  return { window, package: app, area: bounds };
}
