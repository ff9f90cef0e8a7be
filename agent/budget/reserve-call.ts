import type { Job } from "#shared/contracts/job/job.ts";
import { noAmounts } from "#shared/rules/budget/budget-amounts.ts";
import type { CallLimits, Spent } from "#shared/storage/jobs/job-spending.ts";
import { roundUsd } from "#shared/values/round-usd.ts";
import type { Services } from "../runtime/services.ts";
import { spendLimits } from "./attempt-use.ts";
import { takeGrant } from "./take-grant.ts";

/**
 * Counts what a call may use before it is made: one conditional write of the job's item while its limits and its grants leave so
 * much, else with a grant of its shared budgets. False: its own limits do not leave it.
 * @throws BudgetExhausted when a shared budget does not
 */
export async function reserveCall(
  job: Job,
  call: Spent,
  runtime: Services,
  /** Reserved for this call with the turn before: it is not counted twice. */
  ahead?: Job["ahead"],
): Promise<boolean> {
  const { tenantId, jobId } = job;
  const { jobs } = runtime.repositories;
  if (await jobs.reserve(tenantId, jobId, call, withinGrants(job), ahead)) return true;
  if (job.sharedBudget === undefined) return false;
  const needOf = (now: Job) =>
    isOver(now) || !limitsLeave(now, call)
      ? null
      : {
          ...noAmounts,
          usd: roundUsd(now.spentUsd + call.usd - now.granted.usd),
          tokens: now.spentTokens + call.tokens - now.granted.tokens,
        };
  const each = { ...noAmounts, usd: call.usd, tokens: call.tokens };
  return takeGrant(job, { needOf, each, reserved: call }, runtime);
}

/** Its grants are given back. */
export const isOver = ({ status, grantClosedAt }: Job): boolean =>
  status === "finished" || grantClosedAt !== undefined;

/** What the job may have spent after the call: no more than was granted it of what is bound for all. */
export function withinGrants(job: Job): CallLimits {
  const limits = spendLimits(job);
  const { sharedBudget, granted } = job;
  if (sharedBudget === undefined) return limits;
  const { maxTokens, maxCostUsd = Number.POSITIVE_INFINITY } = limits;
  const bound = new Set(sharedBudget.dimensions);
  const usd = bound.has("usd") ? Math.min(maxCostUsd, granted.usd) : limits.maxCostUsd;
  return {
    maxTokens: bound.has("tokens") ? Math.min(maxTokens, granted.tokens) : maxTokens,
    ...(usd === undefined ? {} : { maxCostUsd: usd }),
    ...(limits.maxOutputTokens === undefined ? {} : { maxOutputTokens: limits.maxOutputTokens }),
    hasGrant: true,
  };
}

function limitsLeave(job: Job, { tokens, usd, outputTokens = 0 }: Spent): boolean {
  const { maxTokens, maxCostUsd, maxOutputTokens } = spendLimits(job);
  return (
    job.spentTokens + tokens <= maxTokens &&
    (maxCostUsd === undefined || roundUsd(job.spentUsd + usd) <= maxCostUsd) &&
    (maxOutputTokens === undefined || job.spentOutputTokens + outputTokens <= maxOutputTokens)
  );
}
