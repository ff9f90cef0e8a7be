import { debugKey } from "#shared/contracts/farm/keys.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { UnusedReply } from "#shared/contracts/step/unused-reply.ts";
import { ErrorId } from "#shared/contracts/values/ids.ts";
import type { PredictActionInput } from "#shared/contracts/workflow/predict-action.ts";
import type { DroverError } from "#shared/errors/drover-error.ts";
import { redact } from "#shared/rules/redact.ts";
import { packedBody } from "#shared/storage/artifacts/packed-body.ts";
import { defined } from "#shared/values/defined.ts";
import type { ModelCall } from "../model-calls/model-call-log.ts";
import type { ServiceRecord } from "../model-calls/service-record.ts";
import type { Services } from "../runtime/services.ts";

/** Characters of all that is kept of one turn, and of one text where that is more. */
const longestRecord = { debug: 2_000_000, conversation: 100_000 } as const;
const longestText = 2_000;

/**
 * What the turn's models were asked and replied, as text, its pictures by their keys (docs/data-model.md). A job with `debug` keeps the
 * state's input and the service's own answer too. It never costs a turn: what cannot be stored is said in the log.
 */
export async function keepCalls(
  input: Pick<PredictActionInput, "tenantId" | "jobId" | "stepNumber">,
  job: Job,
  calls: readonly (ModelCall | ServiceRecord)[],
  runtime: Pick<Services, "artifacts" | "logger" | "newId">,
  /** Who was asked; the agent and those that help it in the turn are `predict`. */
  name = "predict",
): Promise<void> {
  const kept = job.debug
    ? { input, calls: calls.map(withoutPictures) }
    : { calls: calls.filter(isModelCall).map(asConversation) };
  if (!job.debug && kept.calls.length === 0) return;
  const { tenantId, jobId, stepNumber } = input;
  const options = { source: job.task, marker: job.promptMarker };
  // By its id an earlier try of the same turn stays beside it.
  const key = debugKey(tenantId, jobId, stepNumber, `${name}-${runtime.newId()}`);
  const write = (value: unknown): string =>
    job.debug ? JSON.stringify(value, null, 1) : JSON.stringify(value, withoutSignatures);
  const whole = write(redact(kept, options));
  const isShort = whole.length <= longestRecord[job.debug ? "debug" : "conversation"];
  const text = isShort ? whole : write(redact(kept, { ...options, maximumText: longestText }));
  const { bytes, contentEncoding } = packedBody(text);
  await runtime.artifacts.put(key, bytes, "application/json", { contentEncoding }).catch((error: unknown) => {
    runtime.logger.warn("the model's calls were not stored", { key, error: String(error) });
  });
}

const isModelCall = (call: ModelCall | ServiceRecord): call is ModelCall => "messages" in call.request;

function withoutPictures(call: ModelCall | ServiceRecord): ModelCall | ServiceRecord {
  if (!isModelCall(call)) return call;
  const messages = call.request.messages.map(({ role, parts }) => ({
    role,
    parts: parts.map((part) =>
      part.type === "image" && part.key !== undefined ? { ...part, base64: "" } : part,
    ),
  }));
  return { ...call, request: { ...call.request, messages } };
}

/** Without the form in which the service's answer came. */
function asConversation(call: ModelCall): unknown {
  const { reply, ...rest } = withoutPictures(call) as ModelCall;
  return { ...rest, reply: reply && { ...reply, raw: undefined, rateLimits: undefined } };
}

/** Only the service that signed a thought can read it. */
const withoutSignatures = (name: string, value: unknown): unknown => (name === "opaque" ? undefined : value);

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
