import type { Services } from "#agent/runtime/services.ts";
import { batchCauses } from "#batches/items/batch-causes.ts";
import { batchCells } from "#batches/items/batch-cells.ts";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import type { Batch } from "#shared/contracts/batch/batch.ts";
import { type BatchItem, BriefItem } from "#shared/contracts/batch/batch-item.ts";
import type { BatchStatistics } from "#shared/contracts/batch/batch-statistics.ts";
import type { VariantName } from "#shared/contracts/values/batch-ids.ts";
import { gatherStatistics } from "#shared/rules/statistics/batch-statistics.ts";
import { compareBatches, compareRuns, type Side } from "#shared/rules/statistics/compare-runs.ts";
import { SharedViews } from "../events/shared-views.ts";
import type { RouteHandler } from "../http/http-route.ts";
import { findBatch } from "./find-batch.ts";

/** What is made of all of a batch's items, read once. */
interface Look {
  readonly items: readonly BriefItem[];
  readonly statistics: BatchStatistics;
}

const views = new SharedViews<Look>(2);
const goodForMilliseconds = 1_000;

/** A page asks for statistics, cells and causes at once, and so do all who look at the batch. */
const look = (batch: Batch, { repositories, now }: Pick<Services, "now" | "repositories">): Promise<Look> => {
  const { tenantId, batchId } = batch;
  return views.view(`${tenantId}/${batchId}`, now().getTime(), goodForMilliseconds, async () => {
    const { add, result } = gatherStatistics(batch);
    const items: BriefItem[] = [];
    for await (const { item } of repositories.batchItems.all(tenantId, batchId)) {
      add(item);
      items.push(BriefItem.parse(item));
    }
    return { items, statistics: result() };
  });
};

export const batchStatistics: RouteHandler<Routes["batchStatistics"]> = async (
  { tenantId, parameters },
  runtime,
) => (await look(await findBatch(tenantId, parameters.id, runtime), runtime)).statistics;

export const showCells: RouteHandler<Routes["batchCells"]> = async ({ tenantId, parameters }, runtime) => {
  const batch = await findBatch(tenantId, parameters.id, runtime);
  return batchCells(batch.lineCount, (await look(batch, runtime)).items);
};

export const showCauses: RouteHandler<Routes["batchCauses"]> = async ({ tenantId, parameters }, runtime) => {
  const batch = await findBatch(tenantId, parameters.id, runtime);
  return batchCauses((await look(batch, runtime)).items);
};

export const showComparison: RouteHandler<Routes["compareBatches"]> = async (
  { tenantId, query },
  runtime,
) => {
  const { a, b, variantA, variantB } = query;
  const [one, other] = await Promise.all([findBatch(tenantId, a, runtime), findBatch(tenantId, b, runtime)]);
  const [before, after] = await Promise.all([
    sideOf(one, variantA, runtime),
    sideOf(other, variantB, runtime),
  ]);
  return (variantA ?? variantB) === undefined ? compareBatches(before, after) : compareRuns(before, after);
};

async function sideOf(
  batch: Pick<Batch, "tenantId" | "batchId" | "name">,
  variant: VariantName | undefined,
  { repositories }: Pick<Services, "repositories">,
): Promise<Side> {
  const items: BatchItem[] = [];
  for await (const { item } of repositories.batchItems.all(batch.tenantId, batch.batchId))
    if (variant === undefined || item.variant === variant) items.push(item);
  return { label: variant === undefined ? batch.name : `${batch.name}/${variant}`, items };
}
