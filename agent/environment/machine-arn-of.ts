import type { EnvironmentOf } from "#shared/contracts/functions/functions.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { machineOf } from "#shared/rules/machine-of.ts";

/** The machine whose execution, named after the job, carries the job out. */
export function machineArnOf(
  job: Pick<Job, "workflow" | "roles" | "parentJobId">,
  environment: Pick<
    EnvironmentOf<"sweep-executions">,
    "DROVER_JOB_STATE_MACHINE_ARN" | "DROVER_WORKFLOW_STATE_MACHINE_ARN" | "DROVER_ROLES_STATE_MACHINE_ARN"
  >,
): string {
  return {
    job: environment.DROVER_JOB_STATE_MACHINE_ARN,
    workflow: environment.DROVER_WORKFLOW_STATE_MACHINE_ARN,
    roles: environment.DROVER_ROLES_STATE_MACHINE_ARN,
  }[machineOf(job)];
}
