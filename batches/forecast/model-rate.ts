import type { Services } from "#agent/runtime/services.ts";
import type { AllowanceLane, ModelAllowance } from "#shared/contracts/agent/model-allowance.ts";
import type { TenantId } from "#shared/contracts/values/ids.ts";
import type { PastRun } from "#shared/rules/forecast/past-run.ts";
import { sumOf } from "#shared/rules/statistics/share.ts";

/** What a call takes of each lane. */
type CallUse = Readonly<Record<AllowanceLane, number>>;

/**
 * The calls a minute that the service of these models was last seen to allow, by what a call has used so far; undefined: it was never
 * short.
 */
export async function knownModelRate(
  tenantId: TenantId,
  models: ReadonlySet<string>,
  runs: readonly PastRun[],
  { repositories }: Pick<Services, "repositories">,
): Promise<number | undefined> {
  const allowances = (await repositories.allowances.list(tenantId)).filter(({ model }) => models.has(model));
  const rates = allowances.flatMap((allowance) => callsPerMinute(allowance, useOf(allowance.model, runs)));
  return rates.length === 0 ? undefined : Math.min(...rates);
}

function useOf(model: string, runs: readonly PastRun[]): CallUse {
  const own = runs.filter((run) => run.model === model);
  const steps = sumOf(own, (run) => run.steps);
  const perStep = (of: (run: PastRun) => number): number => (steps === 0 ? 0 : sumOf(own, of) / steps);
  const inputTokens = perStep((run) => run.inputTokens);
  const outputTokens = perStep((run) => run.outputTokens);
  return { requests: 1, inputTokens, outputTokens, tokens: inputTokens + outputTokens };
}

const callsPerMinute = ({ buckets }: ModelAllowance, use: CallUse): readonly number[] =>
  Object.entries(buckets).flatMap(([lane, bucket]) => {
    const each = use[lane as AllowanceLane];
    return bucket === undefined || each === 0 ? [] : [(bucket.told ?? bucket.perMinute) / each];
  });
