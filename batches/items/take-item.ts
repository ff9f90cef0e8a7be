import type { Runtime } from "#agent/runtime/services.ts";
import type { Batch } from "#shared/contracts/batch/batch.ts";
import type { BatchItem } from "#shared/contracts/batch/batch-item.ts";
import type { ItemTurn, TakeItemInput } from "#shared/contracts/workflow/batch-run.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { KeptItem } from "#shared/storage/batches/batch-item-repository.ts";
import { noteRunState, readBatch } from "./batch-run-state.ts";
import { beginAttempt, newItem, resumeAttempt, type Taking } from "./begin-attempt.ts";
import { lineOf } from "./item-line.ts";
import { itemTurn } from "./item-turn.ts";
import { pollInterval } from "./poll-interval.ts";
import { wantsRetry } from "./wants-retry.ts";

type TakeRuntime = Runtime<"take-item">;

/** How often a waiting child checks before it leaves its line to a later round: far below 25,000 events. */
const mostLooks = 400;
/** Somebody else changed the item each time it was read. */
const mostReads = 10;

/**
 * Claims an item and creates its next job, or returns why there is none. A skipped line is not stored: a later round
 * finds it as it was. Asked again, it continues with the job that it began.
 */
export async function takeItem(input: TakeItemInput, runtime: TakeRuntime): Promise<ItemTurn> {
  for (let reads = 0; reads < mostReads; reads += 1) {
    const turn = await lookAndTake(input, runtime);
    if (turn !== null) return turn;
  }
  throw new DroverError(
    "StorageUnavailable",
    `Too many requests change item ${input.entry.itemKey} at once.`,
  );
}

async function lookAndTake(input: TakeItemInput, runtime: TakeRuntime): Promise<ItemTurn | null> {
  const { tenantId, batchId, entry, looks } = input;
  const { batchItems } = runtime.repositories;
  const [{ batch, standing }, kept] = await Promise.all([
    readBatch(input, runtime),
    batchItems.get(tenantId, batchId, entry.itemKey),
  ]);
  const ended = (reason = ""): ItemTurn => itemTurn("end", entry, kept?.item ?? null, { reason });
  if (standing.may === "leave") return ended(standing.reason);
  // A job that has started continues to its end, whatever the batch does meanwhile.
  if (kept?.item.status === "running") {
    const job = await resumeAttempt({ batch, entry, kept }, runtime);
    return itemTurn("run", entry, kept.item, { job });
  }
  if (standing.may === "stop") {
    // Only lines that will not start are left: the round need not check each.
    const isOver =
      standing.cause === "cancelled" && (await batchItems.counts(tenantId, batchId)).running === 0;
    return isOver ? { ...ended(standing.reason), route: "stop" } : ended(standing.reason);
  }
  if (standing.may === "pause") {
    if (looks >= mostLooks) return ended(standing.reason);
    // Not for a moment's wait: what is promised to others comes back soon.
    if (looks === 1 || standing.pausedFor !== batch.pausedFor) await noteRunState(batch, standing, runtime);
    return itemTurn("wait", entry, kept?.item ?? null, {
      seconds: pollInterval("child", looks),
      looks: looks + 1,
    });
  }
  if (looks > 1 || batch.pausedFor !== undefined) await noteRunState(batch, standing, runtime);
  if (isOver(kept, batch) || (kept?.item.deferredFor === "alone" && input.kind !== "alone")) return ended();
  return take({ batch, entry, kept: forgiven(kept, batch) }, input, runtime);
}

/** A skipped line in a round may run now: its prerequisites are checked below. */
const isOver = (kept: KeptItem | null, batch: Batch): boolean =>
  kept !== null && kept.item.status === "ended" && !wantsRetry(batch, kept.item);

/** A requested rerun: earlier failures do not count. */
const forgiven = (kept: KeptItem | null, batch: Batch): KeptItem | null =>
  kept !== null && wantsRetry(batch, kept.item)
    ? { ...kept, item: { ...kept.item, attemptsForgiven: kept.item.attempts.length } }
    : kept;

async function take(taking: Taking, input: TakeItemInput, runtime: TakeRuntime): Promise<ItemTurn | null> {
  const { batch, entry, kept } = taking;
  const line = kept?.item ?? (await lineOf(batch, entry, runtime));
  if (batch.pausedVariants.includes(line.variant))
    return itemTurn("end", entry, kept?.item ?? null, { reason: `The variant ${line.variant} is paused.` });
  if (batch.settings.stopWhen !== undefined && input.kind === "whole")
    return itemTurn("end", entry, kept?.item ?? null, {
      reason: "A rule made it unnecessary after the round started.",
    });
  if (entry.prerequisite !== undefined) {
    const waits = await prerequisiteOf(taking, line.prerequisite ?? "", runtime);
    if (waits.kind === "open") return itemTurn("end", entry, kept?.item ?? null, { reason: waits.reason });
    if (waits.kind === "failed") return skip(taking, waits.reason, runtime);
  }
  const begun = await beginAttempt(taking, runtime);
  if (begun.kind === "changed") return null;
  if (begun.kind === "refused") return skip(taking, begun.reason, runtime, "invalid");
  const { job, item } = begun;
  runtime.logger.info("taken", { jobId: job.jobId, itemKey: item.itemKey, attempt: item.attempts.length });
  return itemTurn("run", entry, item, { job });
}

type Prerequisite = { readonly kind: "met" } | { readonly kind: "open" | "failed"; readonly reason: string };

async function prerequisiteOf(
  { batch: { tenantId, batchId }, entry }: Taking,
  taskId: string,
  { repositories }: TakeRuntime,
): Promise<Prerequisite> {
  const { prerequisite = null } = entry;
  if (prerequisite === null)
    return { kind: "failed", reason: `It needs ${taskId}, which is not in the batch.` };
  const before = (await repositories.batchItems.get(tenantId, batchId, prerequisite))?.item;
  const outcome = before?.attempts.at(-1)?.outcome;
  if (before?.status === "skipped")
    return { kind: "failed", reason: `It needs ${taskId}, which was skipped.` };
  if (before?.status !== "ended")
    return { kind: "open", reason: `It needs ${taskId}, which has not ended yet.` };
  if (outcome === "succeeded") return { kind: "met" };
  return { kind: "failed", reason: `It needs ${taskId}, which did not succeed: ${outcome}.` };
}

/** Not run, and why. Null when the item was changed meanwhile. */
async function skip(
  { batch, entry, kept }: Taking,
  reason: string,
  runtime: TakeRuntime,
  skippedFor: NonNullable<BatchItem["skippedFor"]> = "prerequisite",
): Promise<ItemTurn | null> {
  const before = kept?.item ?? newItem(batch, entry, await lineOf(batch, entry, runtime));
  const { deferredFor: _deferred, ...rest } = before;
  const skippedAt = runtime.now().toISOString();
  const item: BatchItem = { ...rest, status: "skipped", reason: reason.slice(0, 300), skippedFor, skippedAt };
  if (!(await runtime.repositories.batchItems.change(kept, item))) return null;
  runtime.logger.info("skipped", { itemKey: entry.itemKey, reason });
  return itemTurn("end", entry, item, {});
}
