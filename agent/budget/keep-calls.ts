import { debugKey } from "#shared/contracts/farm/keys.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { UnusedReply } from "#shared/contracts/step/unused-reply.ts";
import { ErrorId } from "#shared/contracts/values/ids.ts";
import type { PredictActionInput } from "#shared/contracts/workflow/predict-action.ts";
import type { DroverError } from "#shared/errors/drover-error.ts";
import { redact } from "#shared/rules/redact.ts";
import { defined } from "#shared/values/defined.ts";
import type { ModelCall } from "../model-calls/model-call-log.ts";
import type { ServiceRecord } from "../model-calls/service-record.ts";
import type { Services } from "../runtime/services.ts";

const maximumBytes = 2_000_000;

/**
 * The turn's calls as they were made, with the state's input, for a job with `debug`. Debugging never costs a turn: what
 * cannot be stored is said in the log.
 */
export async function keepCalls(
  input: Pick<PredictActionInput, "tenantId" | "jobId" | "stepNumber">,
  job: Job,
  calls: readonly (ModelCall | ServiceRecord)[],
  runtime: Pick<Services, "artifacts" | "logger" | "newId">,
  /** Who was asked; the agent and those that help it in the turn are `predict`. */
  name = "predict",
): Promise<void> {
  if (!job.debug) return;
  const { tenantId, jobId, stepNumber } = input;
  const options = { source: job.task, secrets: job.promptMarker === undefined ? [] : [job.promptMarker] };
  // By its id an earlier try of the same turn stays beside it.
  const key = debugKey(tenantId, jobId, stepNumber, `${name}-${runtime.newId()}`);
  const whole = JSON.stringify(redact({ input, calls }, options), null, 1);
  const text =
    whole.length <= maximumBytes
      ? whole
      : JSON.stringify(redact({ input, calls }, { ...options, maximumText: 2_000 }), null, 1);
  await runtime.artifacts.put(key, text, "application/json").catch((error: unknown) => {
    runtime.logger.warn("debug record not stored", { key, error: String(error) });
  });
}

/** A turn that ends the loop has no step and passes no Catch: without this nobody could see what the model said. */
export async function keepRefusal(
  { tenantId, jobId, stepNumber, observation }: PredictActionInput,
  job: Job,
  error: DroverError,
  unusedReplies: readonly UnusedReply[],
  { repositories, newId, now }: Pick<Services, "newId" | "now" | "repositories">,
): Promise<void> {
  const { screenshotKey, hierarchyKey, flags } = observation ?? {
    screenshotKey: null,
    hierarchyKey: null,
    flags: ["no screen had been seen yet"],
  };
  await repositories.errors.put({
    schemaVersion: 1,
    tenantId,
    jobId,
    errorId: ErrorId.parse(newId()),
    capturedAt: now().toISOString(),
    stepNumber,
    stateName: "PredictAction",
    name: error.code,
    code: error.code,
    message: error.message.slice(0, 2_000),
    advice: error.advice.slice(0, 10).map((line) => line.slice(0, 500)),
    retryable: false,
    unusedReplies: [...unusedReplies],
    ...defined({ deviceId: job.deviceId, hostId: job.hostId, app: observation?.package || undefined }),
    screenshotKey,
    hierarchyKey,
    ...(screenshotKey === null
      ? { screenshotMissing: flags.join("; ").slice(0, 300) || "none was taken" }
      : {}),
  });
}
