import type { Job } from "#shared/contracts/job/job.ts";
import { recoveryIdOf } from "#shared/contracts/recovery/recovery.ts";
import type { PreparedJob, PrepareJobInput } from "#shared/contracts/workflow/prepare-job.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { projectConfig } from "../environment/project-config.ts";
import type { Runtime, Services } from "../runtime/services.ts";
import { listJobTools } from "../tools/list-job-tools.ts";
import { checkWanted, preparedJob } from "./prepared-job.ts";

/**
 * Checks that the job may start and that its agent can predict (docs/spec.md I1.1; the host checks the device), and
 * answers
 * what the states need of it. The step counter is the job's `stepCount`, 0 since it was stored.
 * @throws NotFound, JobCancelled, ConfigurationInvalid, ModelRejected
 */
export async function prepareJob(
  input: PrepareJobInput,
  runtime: Runtime<"prepare-job">,
): Promise<PreparedJob> {
  const { tenantId, jobId } = input;
  const { jobs, farmSwitch } = runtime.repositories;
  const [job, farm] = await Promise.all([
    takesOver(input) ? takeOver(input, runtime) : jobs.get(tenantId, jobId),
    farmSwitch.get(tenantId),
  ]);
  if (job === null) throw new DroverError("NotFound", `There is no job ${jobId}.`);
  checkWanted(job, farm);
  // A long job that continues as a new execution has been served all along; should its model be away now, it waits for it.
  const prepared = await preparedJob(await heard(job, runtime), runtime, {
    servedAlready: input.segment > 1,
  });
  if (input.segment === 1) await listJobTools(job, await projectConfig(), runtime);
  runtime.logger.info("prepared", { pool: job.pool });
  runtime.logger.debug("the task", { task: job.task });
  return { ...prepared, ...(isPlanOnly(job) ? { planOnly: recoveryIdOf(jobId, 1) } : {}) };
}

/** What listens is large, and few tasks are spoken. */
export async function heard(job: Job, runtime: Runtime<"prepare-job" | "decompose-task">): Promise<Job> {
  if (job.voice === undefined || job.voice.text !== undefined) return job;
  const { hearTask } = await import("./hear-task.ts");
  return hearTask({ ...job, voice: job.voice }, runtime);
}

const takesOver = ({ segment, lease }: PrepareJobInput): boolean => segment > 1 || lease !== null;

/** A recovery that was given no device makes a plan and takes none. */
const isPlanOnly = ({ recovery, requirements }: Job): boolean =>
  recovery !== undefined && requirements.deviceId === undefined;

/** The job is this execution's from now on, and the device that its workflow lends it is its own. */
async function takeOver(
  { tenantId, jobId, segment, lease, executionArn }: PrepareJobInput,
  { repositories: { jobs }, now }: Pick<Services, "now" | "repositories">,
): Promise<Job | null> {
  if (executionArn !== undefined) await jobs.setExecutionArn(tenantId, jobId, executionArn);
  if (lease === null || segment > 1) return jobs.get(tenantId, jobId);
  const { deviceId, hostId, epoch } = lease;
  const device = { deviceId, hostId, leaseEpoch: epoch };
  const claimed = await jobs.claim({ tenantId, jobId, acquisition: 1, ...device, at: now().toISOString() });
  // One that was cancelled before it began says so itself.
  return claimed === "noRoom" ? null : (claimed ?? jobs.get(tenantId, jobId));
}
