import type { FarmSwitch } from "#shared/contracts/farm/farm-switch.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { PreparedJob } from "#shared/contracts/workflow/prepare-job.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { isForeign } from "#shared/rules/agent-kind.ts";
import { stoppedBecause } from "#shared/rules/stopped-because.ts";
import { defined } from "#shared/values/defined.ts";
import { totalDeadline } from "#shared/values/total-time.ts";
import { checkPrice } from "../budget/call-budget.ts";
import { type ModelRuntime, modelFor } from "../model-calls/model-for.ts";
import type { RoleModel } from "../model-calls/role-model.ts";
import { orderPicture } from "../models/order-picture.ts";
import { commandAttributes } from "../tracing/new-trace.ts";

/** @throws JobCancelled when nobody wants the job any more */
export function checkWanted(job: Job, farm: FarmSwitch | null): void {
  if (job.status === "finished") throw new DroverError("JobCancelled", `The job has ended: ${job.outcome}.`);
  const stopped = stoppedBecause(job, farm);
  if (stopped !== null) throw new DroverError("JobCancelled", stopped);
}

/**
 * What the states need of a job whose agent can predict.
 * @throws ConfigurationInvalid, ModelRejected
 */
export async function preparedJob(
  job: Job,
  runtime: ModelRuntime,
  { servedAlready }: { readonly servedAlready: boolean },
): Promise<PreparedJob> {
  const modelPicture = await checkedAgent(job, runtime, servedAlready);
  const { tenantId, jobId, poolQueueUrl, requirements, limits, perception, excludedHosts = [] } = job;
  // A tenant's batches take turns with each other and with its single jobs.
  const messageGroupId = job.batch === undefined ? tenantId : `${tenantId}.${job.batch.batchId}`;
  return {
    tenantId,
    jobId,
    poolQueueUrl,
    messageGroupId,
    requirements: {
      ...requirements,
      ...(excludedHosts.length === 0
        ? {}
        : { otherHost: { than: [...excludedHosts], messageGroupId, handedOn: 0 } }),
    },
    queueSeconds: queueSecondsOf(job, runtime.now()),
    stepTimeoutSeconds: limits.stepTimeoutSeconds,
    modelPicture,
    ocr: perception.ocr,
    verification: job.supervision.verification,
    ...defined({ messageAttributes: commandAttributes(job) }),
  };
}

/** Nobody waits for a device beyond the job's whole time. */
const queueSecondsOf = (job: Job, now: Date): number =>
  Math.min(job.limits.queueSeconds, Math.max(1, Math.ceil((totalDeadline(job) - now.getTime()) / 1_000)));

/**
 * A config or a model that cannot be used is said before a device is taken. What is done again from a record needs neither a model
 * nor a picture for one.
 */
async function checkedAgent(
  job: Job,
  runtime: ModelRuntime,
  servedAlready: boolean,
): Promise<PreparedJob["modelPicture"]> {
  if (job.source?.kind === "replay" || job.source?.kind === "script") return null;
  // Another's agent is asked when its turn comes, and is shown the picture as it was taken.
  if (isForeign(job)) return null;
  const agent = await modelFor("agent", job, runtime);
  checkPrice(job, agent.model, agent.client.prices);
  const modelPicture = pictureFor(job, agent);
  if (!servedAlready) await checkServed(agent);
  return modelPicture;
}

/** An agent that is shown nothing but pictures needs a model that sees them. */
function pictureFor({ perception }: Job, { model, settings }: RoleModel): PreparedJob["modelPicture"] {
  const picture = orderPicture(model, perception);
  if (picture !== null || perception.tree === "always") return picture;
  throw new DroverError(
    "ConfigurationInvalid",
    `The model '${model}' cannot see pictures, and its job shows it nothing else (dialect '${settings.dialect}').`,
    { advice: ["Use a model that can see pictures, or another dialect or perception."] },
  );
}

/** @throws ModelRejected when the service has neither the model nor the one that may take its place */
async function checkServed({ client, model, fallback }: RoleModel): Promise<void> {
  await client.check(model).catch(async (error: unknown) => {
    if (fallback === undefined) throw error;
    await fallback.client.check(fallback.model);
  });
}
