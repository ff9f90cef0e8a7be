import { catalogue } from "#shared/errors/catalogue.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { ProviderFailure } from "../models/model-provider.ts";

export interface CallFacts {
  readonly baseUrl: string;
  readonly model: string;
  readonly timeoutSeconds: number;
}

type StatusFailure = Extract<ProviderFailure, { readonly kind: "status" }>;

/** Seconds that the service asks to wait, or undefined; a date in the past is 0. */
export function retryAfterSeconds(
  failure: ProviderFailure | undefined,
  nowMilliseconds: number,
): number | undefined {
  const header = failure?.kind === "status" ? failure.retryAfter : null;
  if (header === null || header === "") return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(seconds, 0);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max((date - nowMilliseconds) / 1_000, 0);
}

const isOverload = ({ status, isFinal }: StatusFailure): boolean =>
  !isFinal && (status === 429 || status === 529);
const isBroken = (status: number): boolean => status >= 500 || status === 408 || status === 409;

/** Failures that may be gone in a moment. A timeout has used up the call's whole time: the workflow tries it again. */
export function isTransient(failure: ProviderFailure | undefined): boolean {
  if (failure?.kind === "connection") return true;
  // Who says what its limits are is asked again in its turn (docs/decisions/0087-one-allowance-for-all.md).
  if (failure?.kind === "status" && failure.status === 429 && failure.rateLimits !== undefined) return false;
  return failure?.kind === "status" && (isOverload(failure) || isBroken(failure.status));
}

/** The SDKs name a timeout only until the headers are there; one within the body comes as the signal's own error. */
const isAbort = (error: unknown): boolean =>
  error instanceof Error && (error.name === "TimeoutError" || error.name === "AbortError");

function deepestCause(error: unknown): string {
  let at: unknown = error;
  let last = error instanceof Error ? error.message : String(error);
  for (let depth = 0; depth < 5 && at instanceof Error; depth += 1) {
    last = at.message || ("code" in at ? String(at.code) : last);
    at = at.cause;
  }
  return last;
}

function fromStatus(
  failure: StatusFailure,
  { baseUrl, model }: CallFacts,
  now: number,
  cause: unknown,
): DroverError {
  const { status, said, type, requestId, retryAfter } = failure;
  const details = {
    url: baseUrl,
    model,
    status,
    type,
    requestId,
    retryAfter,
    retryAfterSeconds: retryAfterSeconds(failure, now) ?? null,
    ...(failure.rateLimits === undefined ? {} : { rateLimits: failure.rateLimits }),
  };
  if (isOverload(failure)) {
    return new DroverError(
      "ModelOverloaded",
      `The model service at ${baseUrl} is overloaded or rate limited (${status}): ${said}`,
      { details, cause },
    );
  }
  if (isBroken(status)) {
    return new DroverError(
      "ModelUnavailable",
      `The model service at ${baseUrl} failed (${status}): ${said}`,
      {
        details,
        cause,
      },
    );
  }
  return new DroverError(
    "ModelRejected",
    `The model service at ${baseUrl} rejected the request for '${model}' (${status}): ${said}`,
    { details, cause },
  );
}

/** What a provider's SDK threw as Drover's, cause kept (docs/spec.md I5.2). */
export function translateModelError(
  error: unknown,
  failure: ProviderFailure | undefined,
  facts: CallFacts,
  nowMilliseconds: number,
): DroverError {
  if (error instanceof DroverError) return error;
  const { baseUrl, model, timeoutSeconds } = facts;
  const details = { url: baseUrl, model, timeoutSeconds };
  if (failure?.kind === "timeout" || isAbort(error)) {
    return new DroverError(
      "ModelTimeout",
      `The model at ${baseUrl} did not reply within ${timeoutSeconds} s. Check that it is running.`,
      { advice: catalogue.ModelTimeout.advice, details, cause: error },
    );
  }
  if (failure?.kind === "connection") {
    return new DroverError(
      "ModelUnavailable",
      `The model at ${baseUrl} cannot be reached: ${deepestCause(error)}`,
      { details, cause: error },
    );
  }
  if (failure?.kind === "status") return fromStatus(failure, facts, nowMilliseconds, error);
  const message = error instanceof Error ? error.message : String(error);
  return new DroverError(
    "ModelUnavailable",
    `The model at ${baseUrl} sent a reply that cannot be read: ${message}`,
    { details, cause: error },
  );
}
