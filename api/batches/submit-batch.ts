import { hash } from "node:crypto";
import type { Runtime, Services } from "#agent/runtime/services.ts";
import { callersTrace } from "#agent/tracing/new-trace.ts";
import { checkTakesLines } from "#batches/submission/add-part.ts";
import type { BatchSubmission } from "#batches/submission/batch-submission.ts";
import { startWhatWaits } from "#batches/submission/start-batch.ts";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import { Batch } from "#shared/contracts/batch/batch.ts";
import { BatchSettings } from "#shared/contracts/batch/batch-settings.ts";
import { BatchId, JobId } from "#shared/contracts/values/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { fieldError } from "#shared/http/field-errors.ts";
import { canonicalJson } from "#shared/rules/batch/canonical-json.ts";
import { defined } from "#shared/values/defined.ts";
import { type RouteHandler, RouteResponse } from "../http/http-route.ts";
import { checkTaken } from "../jobs/submit-job.ts";
import { addLines } from "./add-lines.ts";
import { addUpload } from "./add-upload.ts";

/**
 * Finds or opens the batch of that name, checks every line, keeps those that are new, and starts what is to run. Each part may be
 * done again: what is there already is kept.
 */
export const submitBatch: RouteHandler<Routes["submitBatch"]> = async (
  { tenantId, headers, body },
  runtime,
) => {
  await checkTaken(tenantId, runtime);
  const key = headers["idempotency-key"];
  const idempotencyKeyHash = key === undefined ? undefined : hash("sha256", key);
  const trace = callersTrace(headers.traceparent, runtime);
  const submission: BatchSubmission = { tenantId, body, idempotencyKeyHash, ...defined({ trace }) };
  const before = await runtime.repositories.batches.byName(tenantId, body.name);
  const answered = before === null ? null : answeredBefore(before, idempotencyKeyHash);
  if (answered !== null && key !== undefined)
    await claimKey(key, answered.batch.batchId, submission, runtime);
  else if (before !== null && before.uploadId !== body.uploadId) checkTakesLines(before);
  const { batch, ...counted } =
    answered ??
    (await (body.uploadId === undefined ? addLines : addUpload)(
      submission,
      opener(submission, key, runtime),
      runtime,
    ));
  await startWhatWaits(batch, runtime);
  runtime.logger.info("batch submitted", { batchId: batch.batchId, ...counted });
  return new RouteResponse({
    body: { ...batch, ...counted },
    headers: { location: `/v1/batches/${batch.batchId}` },
  });
};

/** The same request came before, and this is what was answered. */
function answeredBefore(batch: Batch, keyHash: string | undefined) {
  if (keyHash === undefined) return null;
  const found = batch.submissions.find(({ idempotencyKeyHash }) => idempotencyKeyHash === keyHash);
  if (found !== undefined) return { batch, kept: found.kept, new: found.new };
  return null;
}

/** Called when the lines are known to be good: the batch of that name, stored as it is or again. */
const opener =
  (submission: BatchSubmission, key: string | undefined, runtime: Runtime<"api">) =>
  async (): Promise<Batch> => {
    const { tenantId, body, trace } = submission;
    const { batches } = runtime.repositories;
    const createdAt = runtime.now().toISOString();
    const made = BatchId.parse(runtime.newId());
    const batchId = await batches.claimName(tenantId, body.name, made, createdAt);
    if (key !== undefined) await claimKey(key, batchId, submission, runtime);
    const settings = body.settings ?? BatchSettings.parse({});
    const status = body.uploadId === undefined ? "running" : "checking";
    const start = { tenantId, batchId, createdAt, name: body.name, settings, status, lineCount: 0 };
    const batch = Batch.parse({
      schemaVersion: 1,
      ...start,
      ...defined({ uploadId: body.uploadId, trace }),
      manifest: [],
    });
    if (await batches.create(batch)) return batch;
    return (await batches.get(tenantId, batchId)) ?? batch;
  };

/** @throws IdempotencyConflict */
async function claimKey(
  key: string,
  batchId: BatchId,
  { tenantId, body }: BatchSubmission,
  { repositories, now }: Pick<Services, "now" | "repositories">,
): Promise<void> {
  const requestHash = hash("sha256", `batch ${canonicalJson(body)}`);
  // A key belongs to one thing, a job or a batch.
  const claim = { tenantId, key, requestHash, jobId: JobId.parse(batchId), at: now().toISOString() };
  const { jobId, same } = await repositories.idempotencyKeys.claim(claim);
  if (same && jobId === claim.jobId) return;
  throw new DroverError(
    "IdempotencyConflict",
    `The Idempotency-Key belongs to another request, for ${jobId}.`,
    {
      details: { errors: [fieldError("idempotency-key", key, "was used for another request")] },
    },
  );
}
