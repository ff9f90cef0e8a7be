import type { Batch } from "../../contracts/batch/batch.ts";
import type { BatchItem } from "../../contracts/batch/batch-item.ts";
import type { BatchResult } from "../../contracts/batch/batch-result.ts";
import type { JobId } from "../../contracts/values/ids.ts";
import { roundUsd } from "../../values/round-usd.ts";
import { sumOf } from "../statistics/share.ts";

/** An item of the table or the API; the API's has no tenant. */
export type ResultItem = Omit<BatchItem, "tenantId"> & Partial<Pick<BatchItem, "tenantId">>;

/** Where results come from: a query's pages, a file's lines. */
export interface ResultSource {
  readonly batch: Pick<Batch, "batchId" | "name" | "lineCount" | "changes"> &
    Partial<Pick<Batch, "quarantined">>;
  /** From the first again at each call: a report that begins with sums reads them twice. */
  readonly items: () => AsyncIterable<ResultItem> | Iterable<ResultItem>;
  /** Of a job, for people. */
  readonly linkTo?: (jobId: JobId) => string;
}

/** Without what only the batch's own rules read. */
export function batchResult(item: ResultItem, linkTo?: ResultSource["linkTo"]): BatchResult {
  const { tenantId, batchId, prerequisite, deferredFor, skippedAt, attemptsForgiven, ...rest } = item;
  const last = item.attempts.at(-1);
  return {
    ...rest,
    ...last,
    totalCostUsd: roundUsd(sumOf(item.attempts, ({ costUsd }) => costUsd ?? 0)),
    ...(last && linkTo ? { link: linkTo(last.jobId) } : {}),
  };
}
