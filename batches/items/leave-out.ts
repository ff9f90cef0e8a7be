import type { Services } from "#agent/runtime/services.ts";
import type { Batch } from "#shared/contracts/batch/batch.ts";
import { BatchItem, type SkipCause } from "#shared/contracts/batch/batch-item.ts";
import type { BatchItemKey } from "#shared/contracts/values/batch-ids.ts";
import type { KeptItem } from "#shared/storage/batches/batch-item-repository.ts";
import { inParallel } from "#shared/values/in-parallel.ts";
import type { IndexedLine } from "./plan-round.ts";
import type { ItemsNow } from "./round-facts.ts";

interface LeftOut {
  readonly line: IndexedLine;
  readonly skippedFor: SkipCause;
  readonly reason: string;
}

/** Writes down that repetitions which were never started are not needed. */
export async function leaveOutNeedless(
  lines: readonly IndexedLine[],
  { standing, enough }: ItemsNow,
  batch: Batch,
  runtime: Services,
): Promise<void> {
  const needless = lines.flatMap((line) => {
    const reason = standing.has(line.itemKey) ? null : enough.needless(line);
    return reason === null ? [] : [{ line, reason, skippedFor: "enough" as const }];
  });
  await leaveOut(needless, batch, runtime);
  for (const { line } of needless) standing.set(line.itemKey, "over");
}

interface RunEnd {
  readonly cause: SkipCause;
  readonly reason: string;
}

/**
 * Writes down what a run that was ended leaves: lines that were not started are skipped, and what was to be tried again has ended
 * as its last attempt did. So the batch's counts are those of all its lines.
 */
export async function leaveRest(
  lines: readonly IndexedLine[],
  { standing }: ItemsNow,
  batch: Batch,
  { cause, reason }: RunEnd,
  runtime: Services,
): Promise<void> {
  const untouched = lines.filter(({ itemKey }) => !standing.has(itemKey));
  await leaveOut(
    untouched.map((line) => ({ line, reason, skippedFor: cause })),
    batch,
    runtime,
  );
  const { batchItems } = runtime.repositories;
  const at = runtime.now().toISOString();
  const open = [...standing].filter(([, stands]) => stands === "open" || stands === "alone");
  await inParallel(open, readAtOnce, async ([itemKey]) => {
    const kept = await batchItems.get(batch.tenantId, batch.batchId, itemKey as BatchItemKey);
    const left = kept && leftOpen(kept, standing, { cause, reason }, at);
    // Written by somebody else meanwhile: the batch has more to do then, which its end looks at.
    if (left !== null) await batchItems.change(kept, left);
  });
}

/** Null for an item that is over already. */
function leftOpen(
  { item }: KeptItem,
  standing: ItemsNow["standing"],
  { cause, reason }: RunEnd,
  at: string,
): BatchItem | null {
  const { deferredFor: _deferred, reason: _reason, ...rest } = item;
  if (item.status === "deferred") return { ...rest, status: "ended" };
  if (item.status !== "skipped" || standing.get(item.itemKey) !== "open") return null;
  return { ...rest, reason: reason.slice(0, 300), skippedFor: cause, skippedAt: at };
}

const readAtOnce = 25;
/** So many are made and written before the next: a batch may have 100,000. */
const leftAtOnce = 2_000;

async function leaveOut(
  left: readonly LeftOut[],
  { tenantId, batchId }: Batch,
  { repositories, now }: Pick<Services, "now" | "repositories">,
): Promise<void> {
  const skippedAt = now().toISOString();
  for (let from = 0; from < left.length; from += leftAtOnce) {
    const items = left.slice(from, from + leftAtOnce).map(({ line, reason, skippedFor }) => {
      const { part: _part, from: _from, to: _to, ...place } = line;
      const why = { reason: reason.slice(0, 300), skippedFor, skippedAt };
      return BatchItem.parse({ schemaVersion: 1, tenantId, batchId, ...place, status: "skipped", ...why });
    });
    await repositories.batchItems.addAll(items);
  }
}
