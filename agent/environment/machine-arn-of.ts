import type { EnvironmentOf } from "#shared/contracts/functions/functions.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { machineOf } from "#shared/rules/machine-of.ts";

type Machines = Pick<
  EnvironmentOf<"sweep-executions">,
  "DROVER_JOB_STATE_MACHINE_ARN" | "DROVER_WORKFLOW_STATE_MACHINE_ARN" | "DROVER_ROLES_STATE_MACHINE_ARN"
>;
type Carried = Pick<Job, "workflow" | "roles" | "parentJobId">;

/** The machine whose execution, named after the job, carries the job out. */
export function machineArnOf(job: Carried, environment: Machines): string {
  return {
    job: environment.DROVER_JOB_STATE_MACHINE_ARN,
    workflow: environment.DROVER_WORKFLOW_STATE_MACHINE_ARN,
    roles: environment.DROVER_ROLES_STATE_MACHINE_ARN,
  }[machineOf(job)];
}

/** The job's execution: its first, whose name is the job's id by whomever it is started, until another is stored. */
export const executionOf = (
  job: Carried & Pick<Job, "jobId" | "executionArn">,
  environment: Machines,
): string =>
  job.executionArn ??
  `${machineArnOf(job, environment).replace(":stateMachine:", ":execution:")}:${job.jobId}`;
