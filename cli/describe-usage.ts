import type { ModelUsage } from "#shared/contracts/model-settings.ts";

const whole = (count: number): string => count.toLocaleString("en-US");

function dollars(usd: number): string {
  if (usd > 0 && usd < 0.0001) return "less than $0.0001";
  return `$${usd.toFixed(usd < 1 ? 4 : 2)}`;
}

function money({ calls, costUsd, pricedCalls }: ModelUsage): string {
  if (costUsd === undefined) return "no price known";
  const without = calls - pricedCalls;
  if (without <= 0) return dollars(costUsd);
  return `${dollars(costUsd)} and what ${without} of the calls cost, for which no price is known`;
}

/** What a job's model calls used, for people. */
export function describeUsage(usage: ModelUsage): string {
  const { calls, inputTokens, cachedTokens, outputTokens, thinkingTokens } = usage;
  if (calls === 0) return "not asked";
  const cached = inputTokens === 0 ? 0 : Math.round((100 * cachedTokens) / inputTokens);
  const thinking = thinkingTokens === 0 ? "" : ` (${whole(thinkingTokens)} of them thinking)`;
  return [
    `${whole(calls)} ${calls === 1 ? "call" : "calls"}`,
    `${whole(inputTokens)} tokens in (${cached} % from the cache)`,
    `${whole(outputTokens)} out${thinking}`,
    money(usage),
  ].join(", ");
}
