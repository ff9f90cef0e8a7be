import type { FarmSwitch } from "../contracts/farm/farm-switch.ts";
import type { Job } from "../contracts/job/job.ts";

/** Why the job may not continue, when all were stopped since it was submitted, or are; null when it may. */
export const stoppedBecause = (
  { createdAt }: Pick<Job, "createdAt">,
  farm: FarmSwitch | null,
): string | null =>
  farm === null || !(farm.stopped || createdAt <= farm.stoppedAt)
    ? null
    : `All jobs were stopped at ${farm.stoppedAt}: ${farm.reason.replace(/\.?$/, ".")}`;
