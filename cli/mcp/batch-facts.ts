import * as z from "zod";
import type { BatchResponse } from "#shared/contracts/api/responses/batch-response.ts";
import { BatchStatus } from "#shared/contracts/batch/batch.ts";
import { markedOrNull } from "./marked.ts";

/** Of a batch what its sender acts on. */
export const BatchFacts = z.object({
  batchId: z.string(),
  name: z.string(),
  status: BatchStatus,
  statusReason: z.string().nullable(),
  jobs: z.int(),
  ended: z.int(),
  running: z.int(),
  /** By how they ended. */
  outcomes: z.record(z.string(), z.int()),
  costUsd: z.number(),
});
export type BatchFacts = z.infer<typeof BatchFacts>;

export const batchFactsOf = (batch: BatchResponse): BatchFacts => ({
  batchId: batch.batchId,
  name: batch.name,
  status: batch.status,
  statusReason: markedOrNull(batch.statusReason),
  jobs: batch.lineCount,
  ended: batch.progress.ended + batch.progress.skipped,
  running: batch.progress.running,
  outcomes: { ...batch.counts.outcomes },
  costUsd: batch.costUsd,
});

export const batchLine = ({
  batchId,
  name,
  status,
  jobs,
  ended,
  running,
  outcomes,
  costUsd,
}: BatchFacts): string =>
  [
    `batch ${name} (${batchId}): ${status}, ${ended} of ${jobs} ended, ${running} running`,
    ...Object.entries(outcomes).map(([outcome, count]) => `${count} ${outcome}`),
    `$${costUsd.toFixed(4)}`,
  ].join(", ");
