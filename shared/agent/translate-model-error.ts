import {
  APIConnectionError,
  APIConnectionTimeoutError,
  APIError,
  APIUserAbortError,
} from "@anthropic-ai/sdk";
import { catalogue } from "../errors/catalogue.ts";
import { DroverError } from "../errors/drover-error.ts";

export interface CallFacts {
  readonly baseUrl: string;
  readonly model: string;
  readonly timeoutSeconds: number;
}

/** Seconds that the service asks to wait, or undefined; a date in the past is 0. */
export function retryAfterSeconds(error: unknown, nowMilliseconds: number): number | undefined {
  const header = error instanceof APIError ? error.headers?.get("retry-after") : undefined;
  if (header === undefined || header === null || header === "") return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(seconds, 0);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max((date - nowMilliseconds) / 1_000, 0);
}

const isOverload = (status: number): boolean => status === 429 || status === 529;

/** Failures that may be gone in a moment. A timeout has used up the call's whole time: the workflow tries it again. */
export function isTransient(error: unknown): boolean {
  if (isTimeout(error)) return false;
  if (error instanceof APIConnectionError) return true;
  if (!(error instanceof APIError)) return false;
  const status: number = error.status ?? 0;
  return isOverload(status) || status >= 500 || status === 408 || status === 409;
}

/** The SDK names a timeout only until the headers are there; one within the body comes as the signal's own error. */
const isTimeout = (error: unknown): boolean =>
  error instanceof APIConnectionTimeoutError ||
  error instanceof APIUserAbortError ||
  (error instanceof Error && (error.name === "TimeoutError" || error.name === "AbortError"));

function deepestCause(error: Error): string {
  let at: unknown = error;
  let last = error.message;
  for (let depth = 0; depth < 5 && at instanceof Error; depth += 1) {
    last = at.message || ("code" in at ? String(at.code) : last);
    at = at.cause;
  }
  return last;
}

function fromStatus(error: APIError, facts: CallFacts): DroverError {
  const status: number = error.status ?? 0;
  const said = error.apiMessage ?? error.message;
  const details = {
    url: facts.baseUrl,
    model: facts.model,
    status,
    type: error.type,
    requestId: error.requestID ?? null,
    retryAfter: error.headers?.get("retry-after") ?? null,
  };
  if (isOverload(status)) {
    return new DroverError(
      "ModelOverloaded",
      `The model service at ${facts.baseUrl} is overloaded or rate limited (${status}): ${said}`,
      { details, cause: error },
    );
  }
  if (status >= 500 || status === 408 || status === 409) {
    return new DroverError(
      "ModelUnavailable",
      `The model service at ${facts.baseUrl} failed (${status}): ${said}`,
      { details, cause: error },
    );
  }
  return new DroverError(
    "ModelRejected",
    `The model service at ${facts.baseUrl} rejected the request for '${facts.model}' (${status}): ${said}`,
    { details, cause: error },
  );
}

/** The SDK's errors as Drover's, cause kept (docs/spec.md I5.2). */
export function translateModelError(error: unknown, facts: CallFacts): DroverError {
  if (error instanceof DroverError) return error;
  const details = { url: facts.baseUrl, model: facts.model, timeoutSeconds: facts.timeoutSeconds };
  if (isTimeout(error)) {
    return new DroverError(
      "ModelTimeout",
      `The model at ${facts.baseUrl} did not answer within ${facts.timeoutSeconds} s. Check that it is running.`,
      { advice: catalogue.ModelTimeout.advice, details, cause: error },
    );
  }
  if (error instanceof APIConnectionError) {
    return new DroverError(
      "ModelUnavailable",
      `The model at ${facts.baseUrl} cannot be reached: ${deepestCause(error)}`,
      { details, cause: error },
    );
  }
  if (error instanceof APIError) return fromStatus(error, facts);
  const message = error instanceof Error ? error.message : String(error);
  return new DroverError(
    "ModelUnavailable",
    `The model at ${facts.baseUrl} gave an answer that cannot be read: ${message}`,
    { details, cause: error },
  );
}
