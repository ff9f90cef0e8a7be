import * as z from "zod";
import { Device, DeviceStatus } from "../../device/device.ts";
import { pageOf } from "../../values/page.ts";
import { SafeText } from "../../values/safe-text.ts";

/** Without the queue that its jobs wait in. */
export const DeviceResponse = z
  .object({ ...Device.omit({ queueUrl: true }).shape, state: DeviceStatus })
  .meta({ id: "DeviceResponse" });
export type DeviceResponse = z.infer<typeof DeviceResponse>;

/** `reason` is shown with the device. */
export const QuarantineRequest = z.strictObject({
  reason: SafeText.max(300).default("taken out of service by hand"),
});

export const DevicePage = pageOf(DeviceResponse);
