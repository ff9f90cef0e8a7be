import type { BudgetDimension } from "#shared/contracts/job/budget.ts";
import { BatchId, type TenantId } from "#shared/contracts/values/ids.ts";
import type { BudgetScope } from "#shared/storage/limits/budget-entity.ts";
import { defined } from "#shared/values/defined.ts";
import type { Services } from "../runtime/services.ts";

interface Reached {
  readonly tenantId: TenantId;
  readonly scope: BudgetScope;
  readonly dimension: BudgetDimension;
  /** In the dimension's own unit. */
  readonly limit: number;
}

/**
 * Webhooks hear once of each limit that leaves no more. Before what follows from it is written: who is repeated after a crash tells it
 * again, and it is the same event.
 */
export async function tellReached(
  { tenantId, scope, dimension, limit }: Reached,
  { repositories }: Pick<Services, "repositories">,
): Promise<void> {
  const [kind, name] = [
    scope.startsWith("batch.") ? "batch" : "day",
    scope.slice(scope.indexOf(".") + 1),
  ] as const;
  await repositories.webhookEvents.record(tenantId, `${scope} ${dimension} ${limit}`, {
    type: "budget.reached",
    data: {
      scope: kind,
      ...defined({
        batchId: kind === "batch" ? BatchId.parse(name) : undefined,
        day: kind === "day" ? name : undefined,
      }),
      ...{ dimension, limit, links: { spending: "/v1/spending" } },
    },
  });
}
