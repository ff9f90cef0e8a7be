import * as z from "zod";
import { DeviceStatus } from "../../device/device.ts";
import { Host } from "../../device/host.ts";
import { DeviceId } from "../../values/ids.ts";
import { pageOf } from "../../values/page.ts";

/** A host as its tenant sees it: without the queue that its commands wait in. */
export const HostResponse = z.object({
  ...Host.omit({ schemaVersion: true, tenantId: true, commandQueueUrl: true }).shape,
  /** Also `offline` after some time without a heartbeat. */
  state: Host.shape.state,
  /** Since its last heartbeat. */
  heartbeatAgeMilliseconds: z.int().min(0),
  devices: z.array(z.object({ deviceId: DeviceId, state: DeviceStatus })),
});
export type HostResponse = z.infer<typeof HostResponse>;

export const HostPage = pageOf(HostResponse);
export type HostPage = z.infer<typeof HostPage>;
