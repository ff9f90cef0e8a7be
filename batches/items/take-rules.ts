import type { Batch } from "#shared/contracts/batch/batch.ts";
import type { BatchCounts } from "#shared/contracts/batch/batch-counts.ts";
import type { BatchItem } from "#shared/contracts/batch/batch-item.ts";
import type { StopRule } from "#shared/contracts/batch/batch-settings.ts";
import { endedIn } from "#shared/rules/batch/item-counts.ts";

/** Why the stop rule applies; null: it does not. */
export function stoppedByRule(rule: StopRule | undefined, { outcomes }: BatchCounts): string | null {
  if (rule === undefined) return null;
  const ended = endedIn(outcomes);
  const bad = (outcomes.failed ?? 0) + (outcomes.inconclusive ?? 0);
  if (ended < rule.after || bad / ended <= rule.failureRate) return null;
  return `${bad} of ${ended} ended jobs failed or were inconclusive, more than ${Math.round(rule.failureRate * 100)} %.`;
}

/** Whether an item that ended so is tried again by rule, and when. */
export function retryOf(
  { retry }: Pick<Batch["settings"], "retry">,
  { attempts, attemptsForgiven = 0 }: Pick<BatchItem, "attempts" | "attemptsForgiven">,
): "retry" | "alone" | null {
  const counted = attempts.slice(attemptsForgiven);
  const outcome = counted.at(-1)?.outcome;
  if (outcome !== "inconclusive" && outcome !== "failed") return null;
  // The item keeps no more of them.
  if (attempts.length >= mostAttempts) return null;
  const alike = counted.filter((attempt) => attempt.outcome === outcome).length;
  if (alike > retry[outcome]) return null;
  return retry.strategy === "isolated" ? "alone" : "retry";
}

export const mostAttempts = 20;
