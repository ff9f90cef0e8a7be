import type { JobLimits, Subtask } from "#shared/contracts/job/job-request.ts";
import { defined } from "#shared/values/defined.ts";
import { roundUsd } from "#shared/values/round-usd.ts";

/** What was spent of a whole's limits. */
export interface SpentByParts {
  readonly tokens: number;
  readonly usd: number;
  readonly outputTokens: number;
}

/**
 * What is said for one part stands over what the whole says; what it may spend is never more than its share of what the whole
 * has left, when so many share it.
 */
export function shareLimits(
  whole: JobLimits,
  own: Subtask["limits"],
  { spent, among }: { readonly spent?: SpentByParts; readonly among: number },
): JobLimits {
  const tokens = (most: number, used = 0): number => Math.max(1, Math.floor((most - used) / among));
  const { maxTokens, maxOutputTokens, maxCostUsd } = whole;
  const output = maxOutputTokens === undefined ? [] : [tokens(maxOutputTokens, spent?.outputTokens)];
  const usd = maxCostUsd === undefined ? [] : [Math.max(0.000_001, (maxCostUsd - (spent?.usd ?? 0)) / among)];
  return {
    ...whole,
    ...defined(own),
    maxTokens: Math.min(own.maxTokens ?? maxTokens, tokens(maxTokens, spent?.tokens)),
    ...defined({
      maxOutputTokens: least(own.maxOutputTokens, ...output),
      maxCostUsd: least(own.maxCostUsd, ...usd.map(roundUsd)),
    }),
  };
}

function least(...given: readonly (number | undefined)[]): number | undefined {
  const amounts = given.filter((amount) => amount !== undefined);
  return amounts.length === 0 ? undefined : Math.min(...amounts);
}
