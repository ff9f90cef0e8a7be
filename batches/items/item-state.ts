import type { Batch } from "#shared/contracts/batch/batch.ts";
import type { BatchItem, SkipCause } from "#shared/contracts/batch/batch-item.ts";
import { type IndexedLine, type ItemState, placeOf } from "./plan-round.ts";
import { wantsRetry } from "./wants-retry.ts";

type Steered = Pick<Batch, "retries" | "submissions" | "settings">;

/** Lines of these were left because a run ended, or could not be run then: sent again they run. */
const leftByARun: Readonly<Record<SkipCause, boolean>> = {
  enough: false,
  stopped: true,
  budget: true,
  cancelled: true,
  prerequisite: false,
  killSwitch: true,
  invalid: true,
};

/**
 * An item's state for a round. A running item belongs to a child that has ended: its job is continued. That a
 * prerequisite has succeeded by now is not looked at here (`reopenFollowers`).
 */
export function itemStateOf(item: BatchItem, batch: Steered): ItemState {
  const { status, deferredFor, attempts } = item;
  if (status === "running" || wantsRetry(batch, item)) return "open";
  if (status === "deferred") return deferredFor === "alone" ? "alone" : "open";
  if (status === "skipped") return isWantedAgain(item, batch) ? "open" : "over";
  return attempts.at(-1)?.outcome === "succeeded" ? "succeeded" : "over";
}

function isWantedAgain(
  { skippedFor, skippedAt = "" }: BatchItem,
  { submissions, settings }: Steered,
): boolean {
  // The rule may have been taken away since; while there is one, each round asks it again.
  if (skippedFor === "enough") return settings.stopWhen === undefined;
  if (skippedFor === undefined || !leftByARun[skippedFor]) return false;
  return submissions.some(({ at }) => skippedAt < at);
}

/** Opens what was left out because its prerequisite had not succeeded, when that may run again, or has succeeded since. */
export function reopenFollowers(
  lines: readonly IndexedLine[],
  followers: ReadonlySet<string>,
  standing: Map<string, ItemState>,
): void {
  if (followers.size === 0) return;
  const byPlace = new Map(lines.map((line) => [placeOf(line), line.itemKey]));
  const closed = lines.filter(({ itemKey }) => followers.has(itemKey));
  for (let opened = true; opened; ) {
    opened = false;
    for (const line of closed) {
      const { itemKey, prerequisite } = line;
      if (prerequisite === undefined || standing.get(itemKey) === "open") continue;
      const before = byPlace.get(placeOf({ ...line, taskId: prerequisite }));
      if (before === undefined || (standing.get(before) ?? "open") === "over") continue;
      standing.set(itemKey, "open");
      opened = true;
    }
  }
}
