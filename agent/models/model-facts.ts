import type { BuiltInProvider, Effort } from "#shared/contracts/agent/model-settings.ts";
import type { ImageLimits } from "./image-limits.ts";

/** What one million tokens cost, in US dollars. */
export interface ModelPrices {
  /** The day on which the provider's price list said so. */
  readonly asOf: string;
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  /** For the shortest time that the service keeps it; what a service that asks nothing for it takes for input. */
  readonly cacheWrite: number;
}

/** What a request to a model may hold, and what it costs. */
export interface ModelFacts {
  readonly id: string;
  readonly provider: BuiltInProvider;
  /** `breakpoints`: exactly what the request marks is kept; `prefix`: the service keeps what it likes. */
  readonly cache: "breakpoints" | "prefix";
  readonly takesPictures: boolean;
  /**
   * `always`: it thinks, and a request that turns it off is refused; `adaptive`: it thinks unless told otherwise; `budget`:
   * only when a budget is given; `never`: it does not think. Thinking counts against the limit of output tokens.
   */
  readonly thinking: "always" | "adaptive" | "budget" | "never";
  /** `tool_choice` may be `any` or `tool`. */
  readonly takesForcedTool: boolean;
  /** `temperature`, `top_p` and `top_k` may have other values than the defaults. */
  readonly takesSampling: boolean;
  /** The conversation may end with the assistant's turn. */
  readonly takesPrefill: boolean;
  /** None: a request that names one is refused. */
  readonly efforts: readonly Effort[];
  readonly contextTokens: number;
  readonly maxOutputTokens: number;
  readonly images: ImageLimits;
  /** A shorter beginning of a prompt is not kept in the service's cache, whatever the request says. */
  readonly minCacheableTokens: number;
  readonly prices: ModelPrices;
  /** The last day on which it answers, once the provider has set one. */
  readonly endsOn?: string;
  /** What to use instead. */
  readonly successor?: string;
}
