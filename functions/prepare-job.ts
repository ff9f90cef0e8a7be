import { orderPicture } from "#shared/agent/models/order-picture.ts";
import { JobExecutionInput, PreparedJob } from "#shared/contracts/workflow/prepare-job.ts";
import { stoppedBecause } from "#shared/domain/stopped-because.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { checkPrice } from "./agent-turn/call-budget.ts";
import { modelAccess } from "./runtime/model-access.ts";
import { projectConfig } from "./runtime/project-config.ts";
import type { Runtime } from "./runtime/runtime.ts";
import { workflowHandler } from "./runtime/workflow-handler.ts";

/**
 * Checks that the job may start and that its agent can predict (docs/spec.md I1.1; the host checks the device), and
 * answers
 * what the states need of it. The step counter is the job's `stepCount`, 0 since it was stored.
 * @throws NotFound, JobCancelled, ConfigurationInvalid, ModelRejected
 */
async function prepareJob(input: JobExecutionInput, runtime: Runtime<"prepare-job">): Promise<PreparedJob> {
  const { tenantId, jobId } = input;
  const { jobs, farmSwitch } = runtime.repositories;
  const [job, farm] = await Promise.all([jobs.get(tenantId, jobId), farmSwitch.get(tenantId)]);
  if (job === null) throw new DroverError("NotFound", `There is no job ${jobId}.`);
  if (job.status === "finished") throw new DroverError("JobCancelled", `The job has ended: ${job.outcome}.`);
  const stopped = stoppedBecause(job, farm);
  if (stopped !== null) throw new DroverError("JobCancelled", stopped);
  const model = job.models.agent.model ?? runtime.environment.DROVER_DEFAULT_MODEL;
  checkPrice(job, model);
  // A config or a model that cannot be used is said before a device is taken.
  const [client] = await Promise.all([modelAccess(runtime.environment), projectConfig()]);
  await client.check(model);
  runtime.logger.info("prepared", { pool: job.pool });
  runtime.logger.debug("the task", { task: job.task });
  return {
    tenantId,
    jobId,
    poolQueueUrl: job.poolQueueUrl,
    messageGroupId: tenantId,
    requirements: job.requirements,
    queueSeconds: job.limits.queueSeconds,
    stepTimeoutSeconds: job.limits.stepTimeoutSeconds,
    modelPicture: orderPicture(model, job.perception),
    ocr: job.perception.ocr,
  };
}

export const handler = workflowHandler({
  name: "prepare-job",
  input: JobExecutionInput,
  output: PreparedJob,
  handle: prepareJob,
});
