import { ExecutionAlreadyExists, StartExecutionCommand } from "@aws-sdk/client-sfn";
import { machineArnOf } from "#agent/environment/machine-arn-of.ts";
import { errorFields } from "#agent/environment/runtime-logger.ts";
import { tellTrace } from "#agent/job/tell-trace.ts";
import type { Runtime } from "#agent/runtime/services.ts";
import { traceHeader } from "#agent/tracing/trace-header.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { JobExecutionInput } from "#shared/contracts/workflow/prepare-job.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { storageError } from "#shared/storage/table/storage-call.ts";
import { defined } from "#shared/values/defined.ts";

/**
 * Starts the job's execution, whose name is the job's id: however often, it runs once. When it cannot be started the
 * job ends here as inconclusive, because nothing else would ever end it, and its Idempotency-Key is free again.
 * @throws StorageUnavailable, ConfigurationInvalid
 */
export async function startExecution(
  job: Job,
  key: string | undefined,
  runtime: Runtime<"api">,
): Promise<void> {
  await start(job, runtime).catch((error: unknown) => failed(error, job, key, runtime));
}

async function failed(
  error: unknown,
  job: Job,
  key: string | undefined,
  runtime: Runtime<"api">,
): Promise<never> {
  const { jobId } = job;
  const cause = storageError("start the job", error);
  runtime.logger.error("not started", { jobId, ...errorFields(cause) });
  await giveUp(job, key, runtime);
  throw new DroverError(cause.code, `Job ${jobId} was stored but could not be started; it has ended.`, {
    advice: ["Send the request again."],
    details: { jobId },
    cause,
  });
}

/** Or it runs already. */
async function start(
  job: Job,
  { clients, environment }: Pick<Runtime<"api">, "clients" | "environment">,
): Promise<void> {
  const { tenantId, jobId } = job;
  const input: JobExecutionInput = { schemaVersion: 1, tenantId, jobId };
  const command = new StartExecutionCommand({
    stateMachineArn: machineArnOf(job, environment),
    name: jobId,
    input: JSON.stringify(input),
    ...defined({ traceHeader: traceHeader() }),
  });
  const sfn = await clients.sfn();
  await sfn.send(command).catch((error: unknown) => {
    if (!(error instanceof ExecutionAlreadyExists)) throw error;
  });
}

async function giveUp(job: Job, key: string | undefined, runtime: Runtime<"api">): Promise<void> {
  const { tenantId, jobId } = job;
  const { jobs, idempotencyKeys } = runtime.repositories;
  const ended = await jobs.finish({
    tenantId,
    jobId,
    at: runtime.now().toISOString(),
    outcome: "inconclusive",
    outcomeReason: "Its execution could not be started.",
  });
  if (ended !== null) await tellTrace(ended, { steps: [], recoveries: [], questions: [] }, runtime);
  if (key !== undefined) await idempotencyKeys.release(tenantId, key, jobId);
}
