import type { DeviceApps } from "#shared/contracts/api/device-apps.ts";
import { labelLocale } from "#shared/contracts/device/known-app.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { type LabelServices, withDescriptions } from "../apps/app-labels.ts";
import type { ManagedDevice } from "./managed-device.ts";

/**
 * The apps as they were when a job last began here, with what has been said of them since: the device is not asked.
 * @throws NotReady when no job has started on it since the host started
 */
export async function knownApps(
  { deviceId, apps: read }: Pick<ManagedDevice, "deviceId" | "apps">,
  services: LabelServices,
): Promise<DeviceApps> {
  if (read === null) {
    throw new DroverError("NotReady", `The apps of device '${deviceId}' are not known yet.`, {
      advice: ["They are listed when a job starts on the device: run one there, then try again."],
    });
  }
  const { apps, locale } = read;
  const items = await withDescriptions(apps, labelLocale(locale), services);
  return { deviceId, locale, items: [...items] };
}
