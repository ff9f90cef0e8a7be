import type { Job } from "../contracts/job/job.ts";

/** Which machine carries a job out: a part of a workflow, like any other job, `job`. */
export function machineOf({
  workflow,
  roles,
  parentJobId,
}: Pick<Job, "workflow" | "roles" | "parentJobId">): "job" | "workflow" | "roles" {
  if (parentJobId !== undefined) return "job";
  if (roles !== undefined) return "roles";
  return workflow === undefined ? "job" : "workflow";
}
