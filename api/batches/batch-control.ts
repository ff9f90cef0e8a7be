import { batchBudgetState } from "#agent/budget/batch-budget-state.ts";
import { noSuch } from "#agent/runtime/find-job.ts";
import type { Runtime, Services } from "#agent/runtime/services.ts";
import { jobsAtOnce } from "#batches/items/jobs-at-once.ts";
import { nextRun } from "#batches/submission/add-part.ts";
import { startWhatWaits } from "#batches/submission/start-batch.ts";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import type { Batch, RetryOrder } from "#shared/contracts/batch/batch.ts";
import type { BatchItemKey } from "#shared/contracts/values/batch-ids.ts";
import type { BatchId, TenantId } from "#shared/contracts/values/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { fieldError, invalidRequest } from "#shared/http/field-errors.ts";
import { hasEnded } from "#shared/rules/batch/has-ended.ts";
import type { RouteHandler } from "../http/http-route.ts";
import { cancelRunning } from "../jobs/cancel-running.ts";
import { endIfBroken } from "../jobs/end-if-broken.ts";
import { withChange } from "./batch-settings-change.ts";
import { findBatch, notNow } from "./find-batch.ts";
import { endRun, limitRun } from "./limit-run.ts";

interface Steering {
  readonly by: string;
  readonly reason: string;
}

/** Stores the change of `decide` with its author and reason; null changes nothing. */
export async function steer(
  { tenantId, batchId }: { readonly tenantId: TenantId; readonly batchId: BatchId },
  { by, reason }: Steering,
  runtime: Pick<Services, "logger" | "now" | "repositories">,
  decide: (batch: Batch, at: string) => { readonly change: string; readonly fields: Partial<Batch> } | null,
): Promise<Batch> {
  const at = runtime.now().toISOString();
  const batch = await runtime.repositories.batches.change(tenantId, batchId, (now) => {
    const decided = decide(now, at);
    if (decided === null) return null;
    const { change, fields } = decided;
    return { ...fields, changes: withChange(now, { at, by, reason, change }) };
  });
  if (batch === null) throw noSuch("batch", batchId);
  runtime.logger.info("batch steered", { batchId, status: batch.status });
  return batch;
}

const reasonOf = ({ by, reason }: Steering): string => `${reason} (${by})`;

export const cancelBatch: RouteHandler<Routes["cancelBatch"]> = async (
  { tenantId, parameters, body },
  runtime,
) => {
  const batch = await steer({ tenantId, batchId: parameters.id }, body, runtime, (now, at) => {
    if (now.status === "cancelling") return null;
    if (hasEnded(now)) throw notNow(now, "be cancelled");
    // What was never started has nothing that could end it.
    const isOver = now.run === 0;
    const status = isOver ? ("cancelled" as const) : ("cancelling" as const);
    const statusReason = reasonOf(body);
    return {
      change: `${now.status} → ${status}`,
      fields: { status, statusReason, pausedFor: undefined, ...(isOver ? { finishedAt: at } : {}) },
    };
  });
  if (!hasEnded(batch)) await endRun(batch, runtime);
  await cancelRunning(batch, runtime);
  return endIfBroken(batch, runtime);
};

/** One child at a time keeps looking whether the batch is resumed: the others would do the same, and cost. */
const childrenOfPaused = 1;

export const pauseBatch: RouteHandler<Routes["pauseBatch"]> = async (
  { tenantId, parameters, body },
  runtime,
) => {
  const batch = await steer({ tenantId, batchId: parameters.id }, body, runtime, (now) => {
    // One that a budget paused, and that would continue by itself, is a person's to resume from now on.
    const isPaused = now.status === "paused";
    if (isPaused && now.pausedFor === undefined) return null;
    if (!isPaused && now.status !== "running") throw notNow(now, "be paused");
    const fields = { status: "paused" as const, statusReason: reasonOf(body), pausedFor: undefined };
    return { change: `${isPaused ? "paused for its budget" : "running"} → paused`, fields };
  });
  await limitRun(batch, childrenOfPaused, runtime);
  return batch;
};

export const resumeBatch: RouteHandler<Routes["resumeBatch"]> = async (
  { tenantId, parameters, body },
  runtime,
) => {
  await checkBudget(await findBatch(tenantId, parameters.id, runtime), runtime);
  const batch = await steer({ tenantId, batchId: parameters.id }, body, runtime, (now, at) => {
    if (now.status === "running") return null;
    if (now.status === "failed" && now.lineCount > 0)
      return { change: "failed → running", fields: nextRun(now, at) };
    if (now.status !== "paused") throw notNow(now, "continue: use 'retry', or submit it again");
    const fields = { status: "running" as const, statusReason: undefined, pausedFor: undefined };
    return { change: "paused → running", fields };
  });
  await startWhatWaits(batch, runtime);
  await limitRun(batch, await jobsAtOnce(batch), runtime);
  return batch;
};

/** @throws BatchState for one that would be paused again at once */
async function checkBudget(batch: Batch, runtime: Runtime<"api">): Promise<void> {
  if (batch.pausedFor === undefined) return;
  const state = await batchBudgetState(batch, runtime);
  if (state.may === "pause" && state.pausedFor !== undefined)
    throw new DroverError("BatchState", `Batch ${batch.batchId} cannot continue: ${state.reason}`, {
      advice: ["Raise the budget first (PATCH settings.budget, or 'drover batch set --budget …')."],
    });
}

export const retryBatch: RouteHandler<Routes["retryBatch"]> = ({ tenantId, parameters, body }, runtime) => {
  const { which } = body;
  const words = which === "all" ? "run all ended items again" : `run ${which} items again`;
  return order({ tenantId, batchId: parameters.id }, body, runtime, words, (at) => ({ at, which }));
};

export const requeueItems: RouteHandler<Routes["requeueItems"]> = async (
  { tenantId, parameters, body },
  runtime,
) => {
  const { batchId } = await findBatch(tenantId, parameters.id, runtime);
  const itemKeys = [...new Set(await namedItems({ tenantId, batchId }, body, runtime))];
  const words = `run ${itemKeys.length === 1 ? `item ${itemKeys[0]}` : `${itemKeys.length} items`} once more`;
  return order({ tenantId, batchId }, body, runtime, words, (at) => ({ at, itemKeys }));
};

const mostOrders = 100;
const mostNamed = 2_000;

/** What is wanted is kept with the batch; its next round finds the items. One that has ended continues. */
async function order(
  place: { readonly tenantId: TenantId; readonly batchId: BatchId },
  steering: Steering,
  runtime: Runtime<"api">,
  change: string,
  orderAt: (at: string) => RetryOrder,
): Promise<Batch> {
  const batch = await steer(place, steering, runtime, (now, at) => {
    if (now.status === "checking" || now.status === "cancelling" || now.lineCount === 0)
      throw notNow(now, "run anything again");
    const retries = withOrder(now.retries, orderAt(at));
    return { change, fields: { retries, ...(hasEnded(now) ? nextRun(now, at) : {}) } };
  });
  await startWhatWaits(batch, runtime);
  return batch;
}

/** A later order of the same kind replaces an earlier one. */
function withOrder(retries: readonly RetryOrder[], wanted: RetryOrder): RetryOrder[] {
  const others = retries.filter(({ which }) => wanted.which === undefined || which !== wanted.which);
  const orders = [...others, wanted].slice(-mostOrders);
  const named = (): number => orders.reduce((sum, { itemKeys = [] }) => sum + itemKeys.length, 0);
  while (named() > mostNamed) orders.shift();
  return orders;
}

/** @throws InvalidRequest for one that is none of the batch's */
async function namedItems(
  { tenantId, batchId }: { readonly tenantId: TenantId; readonly batchId: BatchId },
  { itemKeys, jobIds = [] }: Parameters<RouteHandler<Routes["requeueItems"]>>[0]["body"],
  { repositories }: Pick<Services, "repositories">,
): Promise<readonly BatchItemKey[]> {
  const wrong = (field: string, value: string) =>
    invalidRequest([fieldError(field, value, "is not in this batch")]);
  if (itemKeys !== undefined) {
    for (const [index, itemKey] of itemKeys.entries())
      if ((await repositories.batchItems.get(tenantId, batchId, itemKey)) === null)
        throw wrong(`itemKeys.${index}`, itemKey);
    return itemKeys;
  }
  const found: BatchItemKey[] = [];
  for (const [index, jobId] of jobIds.entries()) {
    const place = (await repositories.jobs.get(tenantId, jobId))?.batch;
    if (place?.batchId !== batchId) throw wrong(`jobIds.${index}`, jobId);
    found.push(place.itemKey);
  }
  return found;
}
