import * as z from "zod";
import { AppFacts } from "../device/device-facts.ts";
import { DeviceId } from "../values/ids.ts";

/** The apps that a device has in its launcher, as they were when a job last began on it. */
export const DeviceApps = z.object({
  deviceId: DeviceId,
  /** Of the device, in which the labels are; empty when it does not say. */
  locale: z.string(),
  items: z.array(AppFacts),
});
export type DeviceApps = z.infer<typeof DeviceApps>;
