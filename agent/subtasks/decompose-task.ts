import type { DecomposeTaskInput, DecomposeTaskOutput } from "#shared/contracts/workflow/subtasks.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { heard } from "../job/prepare-job.ts";
import { checkWanted, preparedJob } from "../job/prepared-job.ts";
import type { Runtime } from "../runtime/services.ts";
import { makeParts } from "./make-parts.ts";

/**
 * Checks that a workflow may start, and makes its parts, once: before a device is taken, which nothing of it needs.
 * @throws NotFound, JobCancelled, ConfigurationInvalid, ModelRejected, AllowanceUsed
 */
export async function decomposeTask(
  { tenantId, jobId }: DecomposeTaskInput,
  runtime: Runtime<"decompose-task">,
): Promise<DecomposeTaskOutput> {
  const { jobs, farmSwitch } = runtime.repositories;
  const [stored, farm] = await Promise.all([jobs.get(tenantId, jobId), farmSwitch.get(tenantId)]);
  if (stored === null) throw new DroverError("NotFound", `There is no job ${jobId}.`);
  checkWanted(stored, farm);
  const job = await heard(stored, runtime);
  const prepared = await preparedJob(job, runtime, { servedAlready: false });
  if (job.taskSteps === undefined) {
    const parts = await makeParts(job, runtime);
    await jobs.saveTaskSteps(tenantId, jobId, parts);
    runtime.logger.info("decomposed", { parts: parts.taskSteps.length, by: parts.decomposition.by });
  }
  return prepared;
}
