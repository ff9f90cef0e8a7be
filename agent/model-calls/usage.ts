import { ModelRole, type ModelUsage, type UsageByRole } from "#shared/contracts/agent/model-settings.ts";
import { roundUsd } from "#shared/values/round-usd.ts";
import { costUsd, type PriceList } from "../models/cost-of.ts";
import type { TokenCounts } from "../models/model-provider.ts";

export const noUsage: ModelUsage = {
  calls: 0,
  inputTokens: 0,
  cachedTokens: 0,
  cacheWrittenTokens: 0,
  outputTokens: 0,
  thinkingTokens: 0,
  pricedCalls: 0,
};

const roles = ModelRole.options.map((role) => [role, noUsage] as const);
/** Every role, so that what it uses can be added where it stands. */
export const noUsageByRole: UsageByRole = Object.fromEntries(roles);

/** A call of which the service told nothing: it timed out, was cut off or was not served. */
export const untoldCall: ModelUsage = { ...noUsage, calls: 1 };

/** What one reply used, at the prices of the model that was asked. */
export function usageOf(tokens: TokenCounts | undefined, model: string, prices?: PriceList): ModelUsage {
  if (tokens === undefined) return untoldCall;
  const cost = costUsd(model, tokens, prices);
  return {
    ...tokens,
    calls: 1,
    ...(cost === undefined ? { pricedCalls: 0 } : { costUsd: cost, pricedCalls: 1 }),
  };
}

export function addUsage(a: ModelUsage, b: ModelUsage): ModelUsage {
  const costs = [a.costUsd, b.costUsd].filter((cost) => cost !== undefined);
  return {
    calls: a.calls + b.calls,
    inputTokens: a.inputTokens + b.inputTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
    cacheWrittenTokens: a.cacheWrittenTokens + b.cacheWrittenTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    thinkingTokens: a.thinkingTokens + b.thinkingTokens,
    ...(costs.length === 0 ? {} : { costUsd: roundUsd(costs.reduce((sum, cost) => sum + cost, 0)) }),
    pricedCalls: a.pricedCalls + b.pricedCalls,
  };
}
