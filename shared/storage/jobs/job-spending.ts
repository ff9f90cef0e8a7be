import type { Job } from "../../contracts/job/job.ts";
import type { JobId, TenantId } from "../../contracts/values/ids.ts";
import { roundUsd } from "../../values/round-usd.ts";
import { operationsOn } from "../table/operations-on.ts";
import { wrote } from "../table/storage-call.ts";
import type { JobEntity } from "./job-entity.ts";

type JobChange = Parameters<ReturnType<JobEntity["patch"]>["data"]>[0];

export interface Spent {
  readonly tokens: number;
  readonly usd: number;
  /** Absent: its job has no limit of them. */
  readonly outputTokens?: number | undefined;
}

export const spending =
  ({ tokens, usd, outputTokens }: Spent): JobChange =>
  (job, set) => {
    set.add(job.spentTokens, tokens, 0);
    set.add(job.spentUsd, usd, 0);
    if (outputTokens !== undefined) set.add(job.spentOutputTokens, outputTokens, 0);
  };

export type CallLimits = Pick<Job["limits"], "maxTokens" | "maxCostUsd" | "maxOutputTokens"> & {
  /** The limits are what was granted: none is taken of it after it was released. */
  readonly hasGrant?: true;
};

/** What calls of models take of a job's own limits (docs/decisions/0060-budgets-are-reserved.md). */
export const createJobSpending = (entity: JobEntity) => operationsOn(entity, { reserve, settle });

/** For a call that is about to be made. False when the job's limits do not leave so much. */
async function reserve(
  entity: JobEntity,
  tenantId: TenantId,
  jobId: JobId,
  { tokens, usd, outputTokens = 0 }: Spent,
  { maxTokens, maxCostUsd, maxOutputTokens, hasGrant }: CallLimits,
): Promise<boolean> {
  const leaves = {
    tokens: maxTokens - tokens,
    usd: roundUsd((maxCostUsd ?? usd) - usd),
    outputTokens: (maxOutputTokens ?? outputTokens) - outputTokens,
  };
  if (Object.values(leaves).some((left) => left < 0)) return false;
  const counted = maxOutputTokens === undefined ? { tokens, usd } : { tokens, usd, outputTokens };
  return wrote("reserve what a model call may cost", () =>
    entity
      .patch({ tenantId, jobId })
      .data(spending(counted))
      .where((job, is) => {
        // An item of before has spent nothing that was counted here.
        const within = [`(${is.notExists(job.spentTokens)} OR ${is.lte(job.spentTokens, leaves.tokens)})`];
        if (maxCostUsd !== undefined)
          within.push(`(${is.notExists(job.spentUsd)} OR ${is.lte(job.spentUsd, leaves.usd)})`);
        if (maxOutputTokens !== undefined)
          within.push(
            `(${is.notExists(job.spentOutputTokens)} OR ${is.lte(job.spentOutputTokens, leaves.outputTokens)})`,
          );
        if (hasGrant) within.push(is.notExists(job.grantClosedAt));
        return within.join(" AND ");
      })
      .go(),
  );
}

/** What a call cost, less what was reserved for it. */
const settle = (entity: JobEntity, tenantId: TenantId, jobId: JobId, difference: Spent) =>
  wrote("settle what a model call cost", () =>
    entity.patch({ tenantId, jobId }).data(spending(difference)).go(),
  );
