import * as z from "zod";
import { ScreenSize } from "../values/coordinate.ts";
import { DeviceId, HostId, Timestamp } from "../values/ids.ts";

/** One job's exclusive lease of one device: the output of AcquireDevice. */
export const Lease = z.strictObject({
  deviceId: DeviceId,
  hostId: HostId,
  /** Fencing token: raised with each lease of the device; a command of another epoch is refused. */
  epoch: z.int().min(1),
  acquiredAt: Timestamp,
  /** The host's own queue, where every later command of this lease goes. */
  commandQueueUrl: z.url(),
  screen: ScreenSize,
});
export type Lease = z.infer<typeof Lease>;
