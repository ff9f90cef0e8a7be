import { createHash } from "node:crypto";
import type { Runtime, Services } from "#agent/runtime/services.ts";
import { newTrace } from "#agent/tracing/new-trace.ts";
import { admitJob, boundOf } from "#batches/submission/admit-job.ts";
import type { checkRequest } from "#batches/submission/check-request.ts";
import { storeRecording } from "#batches/submission/read-source.ts";
import { storeVoice } from "#batches/submission/voice.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { JobRequest } from "#shared/contracts/job/job-request.ts";
import type { VoiceCommand } from "#shared/contracts/job/voice.ts";
import type { JobId } from "#shared/contracts/values/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { fieldError } from "#shared/http/field-errors.ts";
import type { IdempotencyClaim } from "#shared/storage/limits/idempotency-key-repository.ts";
import { defined } from "#shared/values/defined.ts";

interface NewSubmission {
  readonly made: Job;
  readonly checked: Awaited<ReturnType<typeof checkRequest>>;
  /** Its task, where that is spoken. */
  readonly voice: VoiceCommand | undefined;
  /** Of the request; absent: it is another one each time. */
  readonly key: string | undefined;
  /** The caller's trace, which the job is to be a part of. */
  readonly traceparent: string | undefined;
}

/**
 * The job as it is stored: that of the first request with this key.
 * @throws IdempotencyConflict · QuotaExceeded, and the request may be sent again with its key
 */
export async function storeJob(given: NewSubmission, runtime: Runtime<"api">): Promise<Job> {
  const { made, checked, voice, key } = given;
  const claim = key === undefined ? null : claimOf(key, made, { ...checked.request, ...defined({ voice }) });
  const isPlain = checked.source === undefined && voice === undefined;
  const stored = claim !== null && isPlain ? await storedWithKey(claim, given, runtime) : null;
  return stored ?? storedAfterKey(claim, given, runtime);
}

function claimOf(
  key: string,
  { tenantId, jobId, createdAt: at, retryOf, session }: Job,
  request: JobRequest & { readonly voice?: VoiceCommand },
): IdempotencyClaim {
  const requestHash = createHash("sha256")
    .update(JSON.stringify({ ...request, retryOf, session }))
    .digest("hex");
  return { tenantId, key, requestHash, jobId, at };
}

/** Key and job in one write, as nearly every request is. Null: they are to be stored one after the other. */
async function storedWithKey(
  claim: IdempotencyClaim,
  { made, traceparent }: NewSubmission,
  runtime: Runtime<"api">,
): Promise<Job | null> {
  const { jobs, idempotencyKeys } = runtime.repositories;
  if ((await boundOf(made)) !== null) return null;
  const job = { ...made, ...defined({ trace: newTrace(made.jobId, traceparent, runtime) }) };
  return (await idempotencyKeys.claimWith(claim, await jobs.creating(job))) ? job : null;
}

/** The key first, which says whose the job is, then what the job refers to, then the job. */
async function storedAfterKey(
  claim: IdempotencyClaim | null,
  { made, checked: { source }, voice, traceparent }: NewSubmission,
  runtime: Runtime<"api">,
): Promise<Job> {
  const { tenantId } = made;
  const jobId = claim === null ? made.jobId : await claimKey(claim, runtime);
  if (source !== undefined) await storeRecording(tenantId, jobId, source.recording, runtime);
  const spoken = voice && (await storeVoice(tenantId, jobId, voice, runtime));
  const trace = newTrace(jobId, traceparent, runtime);
  return storedJob({ ...made, jobId, ...defined({ trace, voice: spoken }) }, claim?.key, runtime);
}

async function claimKey(
  claim: IdempotencyClaim,
  { repositories }: Pick<Services, "repositories">,
): Promise<JobId> {
  const { jobId, same } = await repositories.idempotencyKeys.claim(claim);
  if (same) return jobId;
  throw new DroverError(
    "IdempotencyConflict",
    `The Idempotency-Key belongs to another request, of job ${jobId}.`,
    {
      details: { errors: [fieldError("idempotency-key", claim.key, "was used for another request")] },
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
