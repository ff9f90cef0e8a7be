import { type BudgetAmounts, BudgetDimension } from "../../contracts/job/budget.ts";
import type { Job } from "../../contracts/job/job.ts";
import type { TenantId, Timestamp } from "../../contracts/values/ids.ts";
import { type BoundAmounts, noAmounts } from "../../rules/budget/budget-amounts.ts";
import { shardOf, shareOf } from "../../rules/budget/budget-shards.ts";
import type { ShardGrant } from "../../rules/budget/plan-grant.ts";
import { roundUsd } from "../../values/round-usd.ts";
import { createJobEntity, type JobEntity } from "../jobs/job-entity.ts";
import { type Spent, spending } from "../jobs/job-spending.ts";
import type { TableAccess } from "../table/entity-setup.ts";
import { operationsOn } from "../table/operations-on.ts";
import { listItems, storageCall } from "../table/storage-call.ts";
import { type TransactItem, transact } from "../table/transaction.ts";
import {
  type BudgetScope,
  createBudgetEntity,
  grantedCounter,
  parseShard,
  settledCounter,
} from "./budget-entity.ts";

/** What one budget gives of a grant. */
export interface ScopeGrant {
  readonly scope: BudgetScope;
  readonly bounds: BoundAmounts;
  readonly from: readonly ShardGrant[];
}

export interface Grant {
  /** As it was read: the grant is for this state of it and no other. */
  readonly job: Job;
  readonly granted: BudgetAmounts;
  readonly scopes: readonly ScopeGrant[];
  /** Of a call that is about to be made, counted in the same moment. */
  readonly reserved: Spent;
}

export interface GrantEnd {
  readonly used: BudgetAmounts;
  /** That it was granted from. */
  readonly scopes: readonly BudgetScope[];
  /** That what it used is counted in, and that gave it nothing. */
  readonly counted?: BudgetScope | undefined;
  readonly at: Timestamp;
}

/** `changed`: the job or a budget is not what it was; read again. */
export type GrantAnswer = "done" | "changed";

const partsOf = (access: TableAccess) => ({
  access,
  jobs: createJobEntity(access),
  shards: createBudgetEntity(access),
});
type Parts = ReturnType<typeof partsOf>;

/** Budgets that jobs share, each in shards (docs/decisions/0086-budgets-are-granted.md). */
export const createBudgetRepository = (access: TableAccess) =>
  operationsOn(partsOf(access), { shardsOf, grant, close });

async function write(
  { access }: Parts,
  operation: string,
  writes: readonly TransactItem[],
): Promise<GrantAnswer> {
  const { canceled } = await storageCall(operation, () => transact(access.dynamodb, writes));
  return canceled ? "changed" : "done";
}

/** What a shard gives, if it has granted no more than its share then. */
function give(
  { shards }: Parts,
  { tenantId }: Job,
  { scope, bounds }: ScopeGrant,
  { shard, give: amounts }: ShardGrant,
  call: Spent,
): TransactItem {
  const given = BudgetDimension.options.filter((dimension) => amounts[dimension] > 0);
  return shards
    .update({ tenantId, scope, shard })
    .data((found, set) => {
      for (const dimension of given) set.add(found[grantedCounter(dimension)], amounts[dimension], 0);
      if (call.usd > 0) set.set(found.lastCallUsd, call.usd);
      if (call.tokens > 0) set.set(found.lastCallTokens, call.tokens);
    })
    .where((found, is) =>
      given
        .filter((dimension) => bounds[dimension] !== undefined)
        .map((dimension) => {
          const counter = found[grantedCounter(dimension)];
          const most = roundUsd(shareOf(bounds, dimension) - amounts[dimension]);
          return `(${is.notExists(counter)} OR ${is.lte(counter, most)})`;
        })
        .join(" AND "),
    )
    .commit();
}

/** Those that anybody took from. */
const shardsOf = ({ shards }: Parts, tenantId: TenantId, scope: BudgetScope) =>
  listItems("read a budget", parseShard, () =>
    shards.query.primary({ tenantId, scope }).go({ consistent: true, pages: "all" }),
  );

/** Moves a grant from the budgets to the job, all or nothing. */
function grant(parts: Parts, { job, granted, scopes, reserved }: Grant): Promise<GrantAnswer> {
  const taken = asItWas(parts.jobs, job)
    .data(spending(reserved))
    .data((found, set) => {
      for (const dimension of BudgetDimension.options) {
        if (granted[dimension] > 0) set.add(found.granted[dimension], granted[dimension], 0);
      }
    })
    .where((found, is) => is.ne(found.status, "finished"));
  const gifts = scopes.flatMap((scope) => scope.from.map((from) => give(parts, job, scope, from, reserved)));
  return write(parts, "take from the budgets", [taken.commit(), ...gifts]);
}

/** Gives back what an ended job did not use of its grants, and notes what it did, once. */
function close(parts: Parts, job: Job, { used, scopes, counted, at }: GrantEnd): Promise<GrantAnswer> {
  const { tenantId, jobId } = job;
  const closed = [
    ...scopes.map((scope) => ({ scope, granted: job.granted })),
    ...(counted === undefined ? [] : [{ scope: counted, granted: noAmounts }]),
  ];
  const returned = closed.map(({ scope, granted }) =>
    parts.shards
      .update({ tenantId, scope, shard: shardOf(jobId) })
      .data((found, set) => {
        for (const dimension of BudgetDimension.options) {
          const rest = roundUsd(granted[dimension] - used[dimension]);
          if (rest !== 0) set.add(found[grantedCounter(dimension)], -rest, 0);
          if (used[dimension] !== 0) set.add(found[settledCounter(dimension)], used[dimension], 0);
        }
      })
      .commit(),
  );
  return write(parts, "give back to the budgets", [
    asItWas(parts.jobs, job).set({ grantClosedAt: at }).commit(),
    ...returned,
  ]);
}

/** A change of the job while it has the grants that it was read with, and has spent no more of them. */
const asItWas = (jobs: JobEntity, job: Job) =>
  jobs.patch({ tenantId: job.tenantId, jobId: job.jobId }).where((found, is) =>
    [
      is.notExists(found.grantClosedAt),
      // Of a sum's last digits no two tell the same.
      is.gte(found.spentUsd, job.spentUsd + (job.ahead?.usd ?? 0) - 1e-9),
      is.lte(found.spentUsd, job.spentUsd + (job.ahead?.usd ?? 0) + 1e-9),
      is.eq(found.spentTokens, job.spentTokens + (job.ahead?.tokens ?? 0)),
      ...BudgetDimension.options.map((dimension) => is.eq(found.granted[dimension], job.granted[dimension])),
    ].join(" AND "),
  );
