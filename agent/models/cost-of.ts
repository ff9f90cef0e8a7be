import type { PriceSettings } from "#shared/contracts/agent/provider-settings.ts";
import { roundUsd } from "#shared/values/round-usd.ts";
import { findModel } from "./find-model.ts";
import type { TokenCounts } from "./model-provider.ts";

/** Thinking is output. */
export type PricedTokens = Omit<TokenCounts, "thinkingTokens">;

/** By model id: a project's own prices, instead of the table's. */
export type PriceList = Readonly<Record<string, PriceSettings>>;

/** What is left out costs as input does. */
const completed = ({ input, output, cacheRead = input, cacheWrite = input }: PriceSettings) => ({
  input,
  output,
  cacheRead,
  cacheWrite,
});

export const hasPrice = (model: string, own: PriceList = {}): boolean =>
  own[model] !== undefined || findModel(model)?.prices !== undefined;

/** Why a limit in dollars cannot be kept, and what to do; `instead` is the field that limits tokens alike. */
export const noPrice = (model: string, instead = "limits.maxTokens"): string =>
  `cannot be applied: '${model}' has no price here. Set one under 'prices' in drover.config.ts, use another model, or limit tokens (${instead})`;

/** US dollars; undefined for a model without a price. */
export function costUsd(model: string, tokens: PricedTokens, own: PriceList = {}): number | undefined {
  const given = own[model];
  const prices = given === undefined ? findModel(model)?.prices : completed(given);
  if (prices === undefined) return undefined;
  const { inputTokens, cachedTokens, cacheWrittenTokens, outputTokens } = tokens;
  const perMillion =
    (inputTokens - cachedTokens - cacheWrittenTokens) * prices.input +
    cachedTokens * prices.cacheRead +
    cacheWrittenTokens * prices.cacheWrite +
    outputTokens * prices.output;
  return roundUsd(perMillion / 1_000_000);
}
