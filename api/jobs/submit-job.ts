import { createHash } from "node:crypto";
import type { Runtime, Services } from "#agent/runtime/services.ts";
import { newTrace } from "#agent/tracing/new-trace.ts";
import { admitJob } from "#batches/submission/admit-job.ts";
import { checkRequest } from "#batches/submission/check-request.ts";
import { type NewJobOrigin, newJob } from "#batches/submission/new-job.ts";
import { storeRecording } from "#batches/submission/read-source.ts";
import { submissionFacts } from "#batches/submission/submission-facts.ts";
import { checkVoice, storeVoice } from "#batches/submission/voice.ts";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { JobRequest } from "#shared/contracts/job/job-request.ts";
import type { VoiceCommand } from "#shared/contracts/job/voice.ts";
import type { JobId, TenantId } from "#shared/contracts/values/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { fieldError } from "#shared/http/field-errors.ts";
import { defined } from "#shared/values/defined.ts";
import { type RouteHandler, RouteResponse } from "../http/http-route.ts";
import { startExecution } from "./start-execution.ts";

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
  await checkTaken(tenantId, runtime);
  const facts = await submissionFacts(tenantId, runtime);
  const checked = await checkRequest(asked, facts, runtime);
  if (voice !== undefined) checkVoice(voice, checked.request, facts);
  const made = await newJob(checked, facts, runtime, {
    ...defined({ retryOf }),
    ...origin,
  });
  const jobId =
    key === undefined
      ? made.jobId
      : await claimKey(key, made, { ...checked.request, ...defined({ voice }) }, runtime);
  const { source } = checked;
  if (source !== undefined) await storeRecording(tenantId, jobId, source.recording, runtime);
  const spoken = voice && (await storeVoice(tenantId, jobId, voice, runtime));
  const trace = newTrace(jobId, traceparent, runtime);
  const job = await storedJob({ ...made, jobId, ...defined({ trace, voice: spoken }) }, key, runtime);
  if (job.status === "queued") {
    await prepare?.(job);
    await startExecution(job, key, runtime);
  }
  runtime.logger.info("submitted", { jobId, pool: job.pool });
  runtime.logger.debug("the task", { jobId, task: job.task });
  return { job, warnings: checked.warnings };
}

/** @throws FarmStopped, StorageUnavailable */
export async function checkTaken(
  tenantId: TenantId,
  { repositories, condition }: Pick<Services, "condition" | "repositories">,
): Promise<void> {
  const problem = await condition.problem();
  if (problem !== null)
    throw new DroverError("StorageUnavailable", `No new work is taken: ${problem}`, {
      advice: [
        "Free space on the farm's disk, then send the request again. Accepted jobs continue by themselves.",
      ],
    });
  const farm = await repositories.farmSwitch.get(tenantId);
  if (!farm?.stopped) return;
  throw new DroverError(
    "FarmStopped",
    `No jobs are accepted: all were stopped at ${farm.stoppedAt} (${farm.reason}).`,
  );
}

async function claimKey(
  key: string,
  job: Job,
  request: JobRequest & { readonly voice?: VoiceCommand },
  { repositories }: Pick<Services, "repositories">,
): Promise<JobId> {
  const { retryOf, session } = job;
  const requestHash = createHash("sha256")
    .update(JSON.stringify({ ...request, retryOf, session }))
    .digest("hex");
  const { tenantId, jobId: madeId, createdAt: at } = job;
  const claim = { tenantId, key, requestHash, jobId: madeId, at };
  const { jobId, same } = await repositories.idempotencyKeys.claim(claim);
  if (same) return jobId;
  throw new DroverError(
    "IdempotencyConflict",
    `The Idempotency-Key belongs to another request, of job ${jobId}.`,
    {
      details: { errors: [fieldError("idempotency-key", key, "was used for another request")] },
    },
  );
}

/** @throws QuotaExceeded, and the request may be sent again with its key */
async function storedJob(job: Job, key: string | undefined, runtime: Runtime<"api">): Promise<Job> {
  const { jobs, idempotencyKeys } = runtime.repositories;
  const refusal = await admitJob(job, runtime);
  if (refusal === null) return job;
  if (refusal === "exists") return (await jobs.get(job.tenantId, job.jobId)) ?? job;
  if (key !== undefined) await idempotencyKeys.release(job.tenantId, key, job.jobId);
  throw refusal;
}
