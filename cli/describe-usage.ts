import { ModelRole, type ModelUsage, type UsageByRole } from "#shared/contracts/agent/model-settings.ts";

const whole = (count: number): string => count.toLocaleString("en-US");

function dollars(usd: number): string {
  if (usd > 0 && usd < 0.0001) return "less than $0.0001";
  return `$${usd.toFixed(usd < 1 ? 4 : 2)}`;
}

function money({ calls, costUsd, pricedCalls }: ModelUsage): string {
  if (costUsd === undefined) return "price unknown";
  const without = calls - pricedCalls;
  if (without <= 0) return dollars(costUsd);
  return `${dollars(costUsd)} without ${without} calls whose price is unknown`;
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

/** The roles that were asked, each with what it used; none where the whole says the same. */
export function describeRoles(usage: UsageByRole): readonly (readonly [role: ModelRole, used: string])[] {
  const asked = ModelRole.options.flatMap((role) => {
    const used = usage[role];
    return used === undefined || used.calls === 0 ? [] : [[role, describeUsage(used)] as const];
  });
  return asked.length > 1 ? asked : [];
}
