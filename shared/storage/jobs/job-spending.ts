import type { Job } from "../../contracts/job/job.ts";
import type { JobId, TenantId } from "../../contracts/values/ids.ts";
import { roundUsd } from "../../values/round-usd.ts";
import { operationsOn } from "../table/operations-on.ts";
import { wrote } from "../table/storage-call.ts";
import type { JobEntity } from "./job-entity.ts";

type JobPatch = ReturnType<JobEntity["patch"]>;
type JobChange = Parameters<JobPatch["data"]>[0];
export type JobCondition = Parameters<JobPatch["where"]>[0];

export interface Spent {
  readonly tokens: number;
  readonly usd: number;
  /** Absent: its job has no limit of them. */
  readonly outputTokens?: number | undefined;
}

/** What a turn's calls cost less than was reserved for them. */
export interface Owed extends Spent {
  /** What was reserved ahead is counted no more, whether a call used it or not. */
  readonly returned?: Job["ahead"];
}

export type CallLimits = Pick<Job["limits"], "maxTokens" | "maxCostUsd" | "maxOutputTokens"> & {
  /** The limits are what was granted: none is taken of it after it was released. */
  readonly hasGrant?: true;
};

/** What is counted more after it, `ahead` included. */
const difference = ({ tokens, usd, outputTokens, returned }: Owed, ahead?: Job["ahead"]): Spent => {
  const output = [outputTokens, returned?.outputTokens, ahead?.outputTokens];
  return {
    tokens: tokens - (returned?.tokens ?? 0) + (ahead?.tokens ?? 0),
    usd: roundUsd(usd - (returned?.usd ?? 0) + (ahead?.usd ?? 0)),
    ...(output.every((one) => one === undefined)
      ? {}
      : { outputTokens: (output[0] ?? 0) - (output[1] ?? 0) + (output[2] ?? 0) }),
  };
};

export const spending =
  (owed: Owed, ahead?: Job["ahead"]): JobChange =>
  (job, set) => {
    const { tokens, usd, outputTokens } = difference(owed, ahead);
    set.add(job.spentTokens, tokens, 0);
    set.add(job.spentUsd, usd, 0);
    if (outputTokens !== undefined) set.add(job.spentOutputTokens, outputTokens, 0);
    if (ahead !== undefined) set.set(job.ahead, ahead);
    else if (owed.returned !== undefined) set.remove(job.ahead);
  };

/** Nobody else has returned it: of two that race for one turn, one does. */
export const canReturn =
  ({ returned }: Pick<Owed, "returned">): JobCondition =>
  (job, is) =>
    returned === undefined ? "" : is.eq(job.ahead.stepNumber, returned.stepNumber);

/** Null: the limits never leave so much. */
export function roomFor(owed: Owed, limits: CallLimits, ahead?: Job["ahead"]): JobCondition | null {
  const { tokens, usd, outputTokens = 0 } = difference(owed, ahead);
  const { maxTokens, maxCostUsd, maxOutputTokens, hasGrant } = limits;
  const leaves = {
    tokens: maxTokens - tokens,
    usd: roundUsd((maxCostUsd ?? usd) - usd),
    outputTokens: (maxOutputTokens ?? outputTokens) - outputTokens,
  };
  if (Object.values(leaves).some((left) => left < 0)) return null;
  return (job, is) => {
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
  };
}

/** What calls of models take of a job's own limits (docs/decisions/0060-budgets-are-reserved.md). */
export const createJobSpending = (entity: JobEntity) => operationsOn(entity, { reserve, settle });

/** For a call that is about to be made. False when the job's limits do not leave so much. */
async function reserve(
  entity: JobEntity,
  tenantId: TenantId,
  jobId: JobId,
  { tokens, usd, outputTokens = 0 }: Spent,
  limits: CallLimits,
  returned?: Job["ahead"],
): Promise<boolean> {
  const call = { tokens, usd, returned, ...(limits.maxOutputTokens === undefined ? {} : { outputTokens }) };
  const room = roomFor(call, limits);
  if (room === null) return false;
  return wrote("reserve what a model call may cost", () =>
    entity.patch({ tenantId, jobId }).data(spending(call)).where(room).where(canReturn(call)).go(),
  );
}

/** What a call cost, less what was reserved for it. */
async function settle(entity: JobEntity, tenantId: TenantId, jobId: JobId, owed: Owed): Promise<boolean> {
  const write = (spent: Owed) =>
    wrote("settle what a model call cost", () =>
      entity.patch({ tenantId, jobId }).data(spending(spent)).where(canReturn(spent)).go(),
    );
  return (await write(owed)) || (owed.returned !== undefined && write({ ...owed, returned: undefined }));
}
