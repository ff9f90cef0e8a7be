import * as z from "zod";
import { FarmSwitch, StopReason } from "../../farm/farm-switch.ts";
import { Policy } from "../../job/policy.ts";

/** Whether the farm takes jobs. The rest tells of the last stop and is absent when there was none. */
export const FarmResponse = z
  .object({
    stopped: FarmSwitch.shape.stopped,
    stoppedAt: FarmSwitch.shape.stoppedAt.optional(),
    reason: StopReason.optional(),
    resumedAt: FarmSwitch.shape.resumedAt,
    /** Why new work is refused although nobody stopped the farm, such as a full disk. */
    problem: z.string().optional(),
    /** Of a job that says nothing of its own; where it is read alone. */
    policy: Policy.optional(),
  })
  .meta({ id: "FarmResponse" });
export type FarmResponse = z.infer<typeof FarmResponse>;

/** `reason` is told with each job that ends by it. */
export const StopRequest = z.strictObject({ reason: StopReason.default("no reason given") });
