import type { Runtime, Services } from "#agent/runtime/services.ts";
import { checkRequest } from "#batches/submission/check-request.ts";
import { usualPool } from "#batches/submission/choose-pool.ts";
import { type NewJobOrigin, newJob } from "#batches/submission/new-job.ts";
import { submissionFacts } from "#batches/submission/submission-facts.ts";
import { checkVoice } from "#batches/submission/voice.ts";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { JobRequest } from "#shared/contracts/job/job-request.ts";
import type { VoiceCommand } from "#shared/contracts/job/voice.ts";
import type { JobId, TenantId } from "#shared/contracts/values/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { defined } from "#shared/values/defined.ts";
import { type RouteHandler, RouteResponse } from "../http/http-route.ts";
import { startExecution } from "./start-execution.ts";
import { storeJob } from "./store-job.ts";

/**
 * Validates, chooses the pool, stores, starts. Each part may be done again: a request that failed half-way and is
 * sent again with its Idempotency-Key continues where it stopped.
 */
export const submitJob: RouteHandler<Routes["submitJob"]> = ({ tenantId, headers, body }, runtime) => {
  const { "idempotency-key": key, traceparent } = headers;
  const { voice, ...request } = body;
  return submitRequest({ tenantId, body: request, key, traceparent, ...defined({ voice }) }, runtime);
};

interface Submission {
  readonly tenantId: TenantId;
  readonly body: JobRequest;
  /** Its task, where that is spoken. */
  readonly voice?: VoiceCommand;
  /** Of the request; absent: it is another one each time. */
  readonly key: string | undefined;
  /** The caller's trace, which the job is to be a part of. */
  readonly traceparent?: string | undefined;
  /** The job whose request it is. */
  readonly retryOf?: JobId;
  /** Of a kind of job that no request may name. */
  readonly origin?: Pick<NewJobOrigin, "agent" | "session">;
}

/** The same for everything that becomes a request for a job. */
export async function submitRequest(submission: Submission, runtime: Runtime<"api">): Promise<RouteResponse> {
  const { job, warnings } = await startJob(submission, runtime);
  return new RouteResponse({
    body: { ...job, links: {}, warnings },
    headers: { location: `/v1/jobs/${job.jobId}` },
  });
}

/** `prepare` stores what the job finds when it starts; like all of this it may be done again. */
export async function startJob(
  { tenantId, body: asked, voice, key, traceparent, retryOf, origin }: Submission,
  runtime: Runtime<"api">,
  prepare?: (job: Job) => Promise<void>,
): Promise<{ readonly job: Job; readonly warnings: readonly string[] }> {
  await checkStorage(runtime);
  const facts = await submissionFacts(tenantId, runtime);
  // Read together, they are one call.
  await Promise.all([checkNotStopped(tenantId, runtime), facts.pool(usualPool(asked.requirements))]);
  const checked = await checkRequest(asked, facts, runtime);
  if (voice !== undefined) checkVoice(voice, checked.request, facts);
  const made = await newJob(checked, facts, runtime, {
    ...defined({ retryOf }),
    ...origin,
  });
  const job = await storeJob({ made, checked, voice, key, traceparent }, runtime);
  if (job.status === "queued") {
    await prepare?.(job);
    await startExecution(job, key, runtime);
  }
  const { jobId } = job;
  runtime.logger.info("submitted", { jobId, pool: job.pool });
  runtime.logger.debug("the task", { jobId, task: job.task });
  return { job, warnings: checked.warnings };
}

/** @throws FarmStopped, StorageUnavailable */
export async function checkTaken(
  tenantId: TenantId,
  runtime: Pick<Services, "condition" | "repositories">,
): Promise<void> {
  await checkStorage(runtime);
  await checkNotStopped(tenantId, runtime);
}

async function checkStorage({ condition }: Pick<Services, "condition">): Promise<void> {
  const problem = await condition.problem();
  if (problem !== null)
    throw new DroverError("StorageUnavailable", `No new work is taken: ${problem}`, {
      advice: [
        "Free space on the farm's disk, then send the request again. Accepted jobs continue by themselves.",
      ],
    });
}

async function checkNotStopped(
  tenantId: TenantId,
  { repositories }: Pick<Services, "repositories">,
): Promise<void> {
  const farm = await repositories.farmSwitch.get(tenantId);
  if (!farm?.stopped) return;
  throw new DroverError(
    "FarmStopped",
    `No jobs are accepted: all were stopped at ${farm.stoppedAt} (${farm.reason}).`,
  );
}
