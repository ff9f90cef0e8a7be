import * as z from "zod";
import type { BudgetDimension } from "../../contracts/job/budget.ts";
import { TenantId } from "../../contracts/values/ids.ts";
import type { BudgetShard } from "../../rules/budget/budget-shards.ts";
import { Entity } from "../table/entity.ts";
import { entityConfig, expiring, keyTemplate, model, type TableAccess } from "../table/entity-setup.ts";
import { attributesOf, checked, keyPart } from "../table/stored.ts";

/** What a budget is of. */
export type BudgetScope = `batch.${string}` | `day.${string}`;

const sum = z.number().default(0);

/** A shard as stored: counters are added to at the top level of an item, and an item begins with the first of them. */
const StoredShard = z.strictObject({
  tenantId: TenantId,
  scope: z.string(),
  shard: z.int().min(0),
  grantedUsd: sum,
  grantedTokens: sum,
  grantedSteps: sum,
  grantedDeviceSeconds: sum,
  settledUsd: sum,
  settledTokens: sum,
  settledSteps: sum,
  settledDeviceSeconds: sum,
  lastCallUsd: sum,
  lastCallTokens: sum,
});
type StoredShard = z.infer<typeof StoredShard>;

const count = { type: "number" } as const;
type Counter = Exclude<keyof StoredShard, "tenantId" | "scope" | "shard">;
const counters = Object.fromEntries(
  Object.keys(StoredShard.omit({ tenantId: true, scope: true, shard: true }).shape).map((name) => [
    name,
    count,
  ]),
) as { [Name in Counter]: typeof count };

/** The shards of a budget lie in one partition: one query reads them all, and each is written by itself. */
export const createBudgetEntity = (access: TableAccess) =>
  new Entity(
    {
      model: model("budget"),
      attributes: {
        ...attributesOf(StoredShard),
        ...counters,
        tenantId: keyPart,
        scope: keyPart,
        shard: { type: "number", required: true },
        deleteAfter: expiring(access),
      },
      indexes: {
        primary: {
          pk: keyTemplate("pk", ["tenantId", "scope"], "{tenantId}#budget#{scope}"),
          sk: keyTemplate("sk", ["shard"], "shard#{shard}"),
        },
      },
    },
    entityConfig(access),
  );

const suffixes = { usd: "Usd", tokens: "Tokens", steps: "Steps", deviceSeconds: "DeviceSeconds" } as const;

export const grantedCounter = <Name extends BudgetDimension>(dimension: Name) =>
  `granted${suffixes[dimension]}` as const;
export const settledCounter = <Name extends BudgetDimension>(dimension: Name) =>
  `settled${suffixes[dimension]}` as const;

export function parseShard(found: unknown): BudgetShard {
  const stored = checked(StoredShard, found, "a stored budget");
  return {
    shard: stored.shard,
    granted: {
      usd: stored.grantedUsd,
      tokens: stored.grantedTokens,
      steps: stored.grantedSteps,
      deviceSeconds: stored.grantedDeviceSeconds,
    },
    settled: {
      usd: stored.settledUsd,
      tokens: stored.settledTokens,
      steps: stored.settledSteps,
      deviceSeconds: stored.settledDeviceSeconds,
    },
    lastCall: { usd: stored.lastCallUsd, tokens: stored.lastCallTokens },
  };
}
