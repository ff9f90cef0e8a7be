import type { RateLimits } from "#shared/contracts/agent/model-allowance.ts";
import type { Effort, ModelUsage } from "#shared/contracts/agent/model-settings.ts";

export interface TextPart {
  readonly type: "text";
  readonly text: string;
  /** What stands up to here comes again in the next turn: a service that must be told keeps it in its cache. */
  readonly cacheBreakpoint?: true;
  /** What the provider wants back with its own text. */
  readonly opaque?: Readonly<Record<string, unknown>>;
}

export interface ImagePart {
  readonly type: "image";
  readonly mediaType: "image/jpeg" | "image/png";
  readonly base64: string;
  /** Where it is stored, for a record of the call; it is not sent to the service. */
  readonly key?: string | undefined;
}

export interface ToolCallPart {
  readonly type: "toolCall";
  readonly id: string;
  readonly name: string;
  /** An object; the text itself where it is not JSON. */
  readonly input: unknown;
  /** What the provider wants back with the call as it came. */
  readonly opaque?: unknown;
}

export interface ToolResultPart {
  readonly type: "toolResult";
  readonly callId: string;
  readonly text: string;
  readonly isError: boolean;
}

/** What a model thought before its answer; it is sent back unchanged while the same model continues. */
export interface ThinkingPart {
  readonly type: "thinking";
  /** As far as the service tells. */
  readonly text: string;
  /** The provider's own form of it, with its signature. */
  readonly opaque: unknown;
}

export type ModelPart = TextPart | ImagePart | ToolCallPart | ToolResultPart | ThinkingPart;
export type ReplyPart = TextPart | ToolCallPart | ThinkingPart;

export interface ModelMessage {
  readonly role: "user" | "assistant";
  readonly parts: readonly ModelPart[];
}

export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** JSON schema. */
  readonly parameters: {
    readonly type: "object";
    readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    /** Absent when none is. */
    readonly required?: readonly string[];
    /** At least one holds. Sent only to services that take it at the top of a schema: Anthropic and OpenAI refuse the request. */
    readonly anyOf?: readonly { readonly required: readonly string[] }[];
  };
}

export interface ModelRequest {
  readonly model: string;
  /** Of one reply, thinking included. */
  readonly maxOutputTokens: number;
  readonly system: readonly TextPart[];
  readonly messages: readonly ModelMessage[];
  readonly tools?: readonly ToolDefinition[];
  /** Forcing a tool is refused by the newest models. */
  readonly toolChoice?: "auto";
  /** Absent: as the service does it. */
  readonly parallelToolCalls?: boolean;
  /** Left out for a model that has no such setting; so is a temperature. */
  readonly effort?: Effort | undefined;
  readonly temperature?: number | undefined;
}

/** What a service says that a call used. */
export type TokenCounts = Pick<
  ModelUsage,
  "inputTokens" | "cachedTokens" | "cacheWrittenTokens" | "outputTokens" | "thinkingTokens"
>;

export interface ModelRefusal {
  readonly explanation: string | null;
  readonly category: string | null;
}

export interface ModelReply {
  /** As the service names it. */
  readonly model: string;
  readonly parts: readonly ReplyPart[];
  readonly stop: "end" | "toolCall" | "length" | "refusal";
  readonly refusal?: ModelRefusal;
  readonly usage: ModelUsage;
  readonly requestId?: string;
  /** What the service says of its limits. */
  readonly rateLimits?: RateLimits;
  /** The answer as it came, for a record of it. */
  readonly raw: unknown;
}

/** A reply before it is priced; without tokens when the service told none. */
export interface ProviderReply extends Omit<ModelReply, "usage"> {
  readonly tokens: TokenCounts | undefined;
}

/** Why a call failed, in terms that all services share. */
export type ProviderFailure =
  | { readonly kind: "timeout" }
  | { readonly kind: "connection" }
  | {
      readonly kind: "status";
      readonly status: number;
      /** The service's own words. */
      readonly said: string;
      /** The service's own name for it. */
      readonly type: string | null;
      readonly requestId: string | null;
      /** As it came: seconds or a date. */
      readonly retryAfter: string | null;
      readonly rateLimits?: RateLimits | undefined;
      /** Waiting does not help, whatever the status says. */
      readonly isFinal?: boolean;
    };

export interface CallBounds {
  readonly timeoutMilliseconds: number;
  /** Aborts at that time also within a body. */
  readonly signal: AbortSignal;
}

/** One wire format at one address. Deadlines, retries and Drover's errors are the client's, for all providers alike. */
export interface ModelProvider {
  readonly baseUrl: string;
  /** One try. Throws whatever its SDK throws. */
  call(request: ModelRequest, bounds: CallBounds): Promise<ProviderReply>;
  /** Whether the service has that model for this key. Costs no tokens. One try; throws whatever its SDK throws. */
  offers(model: string, bounds: CallBounds): Promise<boolean>;
  /** undefined for an answer that cannot be read. */
  failureOf(error: unknown): ProviderFailure | undefined;
}

export interface ProviderOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch?: typeof fetch;
}
