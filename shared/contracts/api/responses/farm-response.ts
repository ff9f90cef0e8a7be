import * as z from "zod";
import { FarmSwitch, StopReason } from "../../farm/farm-switch.ts";
import { Policy } from "../../job/policy.ts";

/** Whether the farm accepts jobs. The other fields describe the last stop and are absent if there was none. */
export const FarmResponse = z
  .object({
    stopped: FarmSwitch.shape.stopped,
    stoppedAt: FarmSwitch.shape.stoppedAt.optional(),
    reason: StopReason.optional(),
    resumedAt: FarmSwitch.shape.resumedAt,
    /** Why new jobs are refused although the farm is not stopped, such as a full disk. */
    problem: z.string().optional(),
    /** The default of jobs; only where it is read alone. */
    policy: Policy.optional(),
  })
  .meta({ id: "FarmResponse" });
export type FarmResponse = z.infer<typeof FarmResponse>;

/** `reason` appears in each job that ends by it. */
export const StopRequest = z.strictObject({ reason: StopReason.default("no reason given") });
