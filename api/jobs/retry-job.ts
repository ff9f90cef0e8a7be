import { findJob } from "#agent/runtime/find-job.ts";
import type { Services } from "#agent/runtime/services.ts";
import { PublicJob } from "#shared/contracts/api/responses/job-response.ts";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import { recordingKey } from "#shared/contracts/farm/keys.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { Script } from "#shared/contracts/step/script.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { fieldError, invalidRequest } from "#shared/http/field-errors.ts";
import { sameRequest } from "#shared/rules/same-request.ts";
import type { RouteHandler } from "../http/http-route.ts";
import { submitRequest } from "./submit-job.ts";

/**
 * The job's own request again, as another job that names it. Secrets stay references: their values of today are typed. A
 * batch's job is not one of the batch again: for that its item is requeued.
 */
export const retryJob: RouteHandler<Routes["retryJob"]> = async (request, runtime) => {
  const { tenantId, parameters, headers } = request;
  const job = await findJob(tenantId, parameters.id, runtime);
  checkRepeatable(job);
  const body = sameRequest(PublicJob.parse(job), await scriptOf(job, runtime));
  return submitRequest({ tenantId, body, key: headers["idempotency-key"], retryOf: job.jobId }, runtime);
};

/** @throws NotReady, InvalidRequest */
function checkRepeatable({ jobId, status, parentJobId, roleOf, recovery, session }: Job): void {
  if (status !== "finished")
    throw new DroverError("NotReady", `Job ${jobId} has not ended yet.`, {
      advice: [`Try again when GET /v1/jobs/${jobId} says finished, or submit its task again.`],
    });
  if (parentJobId !== undefined)
    throw invalidRequest([fieldError("id", jobId, `is a part of ${parentJobId}: retry that one`)]);
  if (roleOf !== undefined)
    throw invalidRequest([fieldError("id", jobId, `is one role of ${roleOf.jobId}: retry that one`)]);
  if (session !== undefined)
    throw invalidRequest([fieldError("id", jobId, "is a session: start another one with POST /v1/sessions")]);
  if (recovery !== undefined)
    throw invalidRequest([
      fieldError("id", jobId, "is a recovery, which cannot be repeated: its screen is gone"),
    ]);
}

async function scriptOf(
  { tenantId, jobId, source }: Job,
  runtime: Pick<Services, "recordings">,
): Promise<Script | undefined> {
  if (source?.kind !== "script") return undefined;
  const recording = await runtime.recordings(recordingKey(tenantId, jobId));
  if (recording?.script !== undefined) return recording.script;
  throw new DroverError("NotFound", `The script of job ${jobId} is not stored.`);
}
