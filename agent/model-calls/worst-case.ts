import { costUsd, type PriceList } from "../models/cost-of.ts";
import type { ModelPart, ModelRequest } from "../models/model-provider.ts";

/** A token of any script is seldom less: three letters of English, one of Chinese. */
const bytesPerToken = 3;
/** What the models that take the largest pictures count for one. */
const mostPictureTokens = 4_784;

export interface WorstCase {
  readonly inputTokens: number;
  /** Input, and all of the output that the request allows. */
  readonly tokens: number;
  /** US dollars; undefined for a model without a price. */
  readonly usd: number | undefined;
}

/** The most that a call will use, as far as that can be told before it is made: all input new, all output written. */
export function worstCase(request: ModelRequest, prices?: PriceList): WorstCase {
  const inputTokens = inputTokensAtMost(request);
  const outputTokens = request.maxOutputTokens;
  const usage = { inputTokens, cachedTokens: 0, cacheWrittenTokens: inputTokens, outputTokens };
  return { inputTokens, tokens: inputTokens + outputTokens, usd: costUsd(request.model, usage, prices) };
}

function inputTokensAtMost({ system, messages, tools = [] }: ModelRequest): number {
  const parts: readonly ModelPart[] = [...system, ...messages.flatMap((message) => message.parts)];
  const pictures = parts.filter(({ type }) => type === "image").length;
  const texts = parts.filter(({ type }) => type !== "image");
  const bytes = Buffer.byteLength(JSON.stringify([texts, tools]));
  return Math.ceil(bytes / bytesPerToken) + pictures * mostPictureTokens;
}
