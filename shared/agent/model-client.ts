import Anthropic from "@anthropic-ai/sdk";
import type {
  Message,
  MessageParam,
  TextBlockParam,
  Tool,
  ToolChoice,
} from "@anthropic-ai/sdk/resources/messages";
import { DelegateBackoff, handleWhen, retry } from "cockatiel";
import type { Effort } from "../contracts/model-settings.ts";
import { defined } from "../domain/defined.ts";
import { findModel } from "./models/find-model.ts";
import {
  type CallFacts,
  isTransient,
  retryAfterSeconds,
  translateModelError,
} from "./translate-model-error.ts";

export interface ModelRequest {
  readonly model: string;
  readonly maxTokens: number;
  readonly system: TextBlockParam[];
  readonly messages: MessageParam[];
  readonly tools?: readonly Tool[];
  readonly toolChoice?: ToolChoice;
  readonly effort?: Effort | undefined;
}

export interface ModelClient {
  readonly baseUrl: string;
  /**
   * One reply. `timeoutSeconds` bounds the whole call, its retries included.
   * @throws ModelTimeout, ModelOverloaded, ModelUnavailable, ModelRejected
   */
  complete(request: ModelRequest, timeoutSeconds: number): Promise<Message>;
}

export interface ModelClientOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch?: typeof fetch;
  /** Tries beyond the first. */
  readonly maxRetries?: number;
  /** Upper bound of the first wait; doubles each time, full jitter. */
  readonly firstBackoffMilliseconds?: number;
  readonly random?: () => number;
  readonly now?: () => number;
}

const longestBackoffMilliseconds = 8_000;

/** An answer that is no message, such as a proxy's page with status 200. */
function checkMessage(reply: Message): Message {
  if (typeof reply === "object" && reply !== null && Array.isArray(reply.content)) return reply;
  throw new Error("it is not a message of the Messages API");
}

/** A model that nobody here knows is taken for a new one. */
const takesEffort = ({ model, effort }: ModelRequest): boolean => {
  const facts = findModel(model);
  return facts === undefined || facts.efforts.some((known) => known === effort);
};

function toParams(request: ModelRequest): Anthropic.MessageCreateParamsNonStreaming {
  return {
    model: request.model,
    max_tokens: request.maxTokens,
    system: request.system,
    messages: request.messages,
    ...(request.tools === undefined ? {} : { tools: [...request.tools] }),
    ...defined({ tool_choice: request.toolChoice }),
    ...(request.effort === undefined || !takesEffort(request)
      ? {}
      : { output_config: { effort: request.effort } }),
  };
}

/** The Messages API of Anthropic, or of whatever speaks it at `baseUrl`. One client serves any number of jobs. */
export function createModelClient(options: ModelClientOptions): ModelClient {
  const {
    baseUrl,
    maxRetries = 3,
    firstBackoffMilliseconds = 500,
    random = Math.random,
    now = Date.now,
  } = options;
  const anthropic = new Anthropic({
    baseURL: baseUrl,
    apiKey: options.apiKey,
    // Our own retries know the call's deadline.
    maxRetries: 0,
    ...defined({ fetch: options.fetch }),
  });
  const backoff = (error: unknown, attempt: number): number =>
    (retryAfterSeconds(error, now()) ?? 0) * 1_000 +
    random() * Math.min(firstBackoffMilliseconds * 2 ** attempt, longestBackoffMilliseconds);

  const complete = async (request: ModelRequest, timeoutSeconds: number): Promise<Message> => {
    const facts: CallFacts = { baseUrl, model: request.model, timeoutSeconds };
    const deadline = now() + timeoutSeconds * 1_000;
    const remaining = (): number => Math.max(deadline - now(), 1);
    // A wait that would outlast the call is left to the workflow, which can wait without a process.
    const worthwhile = (error: unknown): boolean =>
      isTransient(error) && (retryAfterSeconds(error, now()) ?? 0) * 1_000 < remaining() / 2;
    const policy = retry(handleWhen(worthwhile), {
      maxAttempts: maxRetries,
      backoff: new DelegateBackoff((context) => {
        const error = "error" in context.result ? context.result.error : undefined;
        return Math.min(backoff(error, context.attempt - 1), remaining());
      }),
    });
    try {
      const params = toParams(request);
      return await policy.execute(async () => {
        const milliseconds = remaining();
        // The SDK's own timeout ends when the headers are there; the signal also bounds a body that never ends.
        const signal = AbortSignal.timeout(milliseconds);
        return checkMessage(await anthropic.messages.create(params, { timeout: milliseconds, signal }));
      });
    } catch (error) {
      throw translateModelError(error, facts);
    }
  };
  return { baseUrl, complete };
}
