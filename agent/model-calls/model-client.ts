import { DelegateBackoff, handleWhen, retry } from "cockatiel";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { PriceList } from "../models/cost-of.ts";
import type { ModelProvider, ModelReply, ModelRequest } from "../models/model-provider.ts";
import {
  type CallFacts,
  isTransient,
  retryAfterSeconds,
  translateModelError,
} from "./translate-model-error.ts";
import { usageOf } from "./usage.ts";

export interface ModelClient {
  readonly baseUrl: string;
  /** The project's own, at which its calls are counted. */
  readonly prices?: PriceList | undefined;
  /**
   * One reply. `timeoutSeconds` bounds the whole call, its retries included.
   * @throws ModelTimeout, ModelOverloaded, ModelUnavailable, ModelRejected
   */
  complete(request: ModelRequest, timeoutSeconds: number): Promise<ModelReply>;
  /**
   * Resolves when nothing speaks against using the model: a service that is overloaded, slow or away may be there when it is
   * needed.
   * @throws ModelRejected when the service refuses the key or has no such model
   */
  check(model: string): Promise<void>;
  /**
   * Whether the service has the model; null: it could not be told in that time.
   * @throws ModelRejected when the service refuses the key
   */
  offers(model: string, timeoutSeconds: number): Promise<boolean | null>;
}

export interface ModelClientOptions {
  readonly provider: ModelProvider;
  /** Instead of the table's. */
  readonly prices?: PriceList;
  /** Tries beyond the first. */
  readonly maxRetries?: number;
  /** Upper bound of the first wait; doubles each time, full jitter. */
  readonly firstBackoffMilliseconds?: number;
  readonly random?: () => number;
  readonly now?: () => number;
  /** Told each time the service does not take the key: it may have been changed since it was read. */
  readonly keyRefused?: () => void;
}

const longestBackoffMilliseconds = 8_000;
/** Of the pauses that a service asks for. */
const longestAskedMilliseconds = 5_000;

/** Any provider's service with one deadline for a call and its retries. One client serves any number of jobs. */
export function createModelClient(options: ModelClientOptions): ModelClient {
  const {
    provider,
    prices,
    maxRetries = 3,
    firstBackoffMilliseconds = 500,
    random = Math.random,
    now = Date.now,
    keyRefused,
  } = options;
  const { baseUrl } = provider;
  const failureOf: ModelProvider["failureOf"] = (error) => {
    const failure = provider.failureOf(error);
    if (failure?.kind === "status" && failure.status === 401) keyRefused?.();
    return failure;
  };
  const askedToWait = (error: unknown): number =>
    (retryAfterSeconds(provider.failureOf(error), now()) ?? 0) * 1_000;
  const backoff = (error: unknown, attempt: number): number =>
    askedToWait(error) +
    random() * Math.min(firstBackoffMilliseconds * 2 ** attempt, longestBackoffMilliseconds);

  const complete = async (request: ModelRequest, timeoutSeconds: number): Promise<ModelReply> => {
    const facts: CallFacts = { baseUrl, model: request.model, timeoutSeconds };
    const deadline = now() + timeoutSeconds * 1_000;
    const remaining = (): number => Math.max(deadline - now(), 1);
    // A longer wait is left to the workflow, which waits without a process and says so.
    const worthwhile = (error: unknown): boolean =>
      isTransient(provider.failureOf(error)) &&
      askedToWait(error) < Math.min(remaining() / 2, longestAskedMilliseconds);
    const policy = retry(handleWhen(worthwhile), {
      maxAttempts: maxRetries,
      backoff: new DelegateBackoff((context) => {
        const error = "error" in context.result ? context.result.error : undefined;
        return Math.min(backoff(error, context.attempt - 1), remaining());
      }),
    });
    try {
      return await policy.execute(async () => {
        const timeoutMilliseconds = remaining();
        // The SDKs' own timeout ends when the headers are there; the signal also bounds a body that never ends.
        const signal = AbortSignal.timeout(timeoutMilliseconds);
        const { tokens, ...reply } = await provider.call(request, { timeoutMilliseconds, signal });
        return { ...reply, usage: usageOf(tokens, request.model, prices) };
      });
    } catch (error) {
      throw translateModelError(error, failureOf(error), facts, now());
    }
  };
  const offers = createOffers({ ...provider, failureOf }, now);
  const check = async (model: string): Promise<void> => {
    if ((await offers(model, checkSeconds)) !== false) return;
    throw new DroverError("ModelRejected", `The model service at ${baseUrl} has no model '${model}'.`, {
      details: { url: baseUrl, model },
    });
  };
  return { baseUrl, prices, complete, check, offers };
}

const checkSeconds = 5;
/** So long a model that was there is taken to be there. */
const checkHoldsMilliseconds = 5 * 60_000;

function createOffers(provider: ModelProvider, now: () => number): ModelClient["offers"] {
  const { baseUrl } = provider;
  const checkedAt = new Map<string, number>();
  return async (model, timeoutSeconds) => {
    if (now() - (checkedAt.get(model) ?? Number.NEGATIVE_INFINITY) < checkHoldsMilliseconds) return true;
    const timeoutMilliseconds = timeoutSeconds * 1_000;
    const bounds = { timeoutMilliseconds, signal: AbortSignal.timeout(timeoutMilliseconds) };
    const offered = await provider.offers(model, bounds).catch((error: unknown) => {
      const failure = provider.failureOf(error);
      const isKeyRefused = failure?.kind === "status" && [401, 403].includes(failure.status);
      if (!isKeyRefused) return null;
      throw translateModelError(error, failure, { baseUrl, model, timeoutSeconds }, now());
    });
    if (offered) checkedAt.set(model, now());
    return offered;
  };
}
