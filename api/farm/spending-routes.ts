import type { Services } from "#agent/runtime/services.ts";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import type { TenantId } from "#shared/contracts/values/ids.ts";
import { sumsOf } from "#shared/rules/budget/budget-shards.ts";
import { dayOf } from "#shared/rules/budget/shared-budget.ts";
import { roundUsd } from "#shared/values/round-usd.ts";
import type { RouteHandler } from "../http/http-route.ts";

/** Of jobs that have ended by the day's counters, of those under way by the jobs themselves. */
export const readSpending: RouteHandler<Routes["readSpending"]> = async ({ tenantId, query }, runtime) => {
  const day = query.day ?? dayOf(runtime.now());
  const [shards, { usd, whole }] = await Promise.all([
    runtime.repositories.budgets.shardsOf(tenantId, `day.${day}`),
    underWay(tenantId, day, runtime),
  ]);
  const { settled } = sumsOf(shards, "usd");
  return { day, costUsd: roundUsd(Math.max(0, settled) + usd), underWayUsd: usd, whole };
};

const perPage = 100;
const mostPages = 10;

async function underWay(
  tenantId: TenantId,
  day: string,
  { repositories }: Pick<Services, "repositories">,
): Promise<{ readonly usd: number; readonly whole: boolean }> {
  let usd = 0;
  let cursor: string | undefined;
  for (let read = 0; read < mostPages; read += 1) {
    const page = { limit: perPage, cursor, status: "running" } as const;
    const { items, nextCursor } = await repositories.jobs.list(tenantId, page);
    for (const { createdAt, spentUsd } of items) if (createdAt.startsWith(day)) usd += spentUsd;
    if (nextCursor === undefined) return { usd: roundUsd(usd), whole: true };
    cursor = nextCursor;
  }
  return { usd: roundUsd(usd), whole: false };
}
