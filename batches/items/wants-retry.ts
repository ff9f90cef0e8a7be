import type { Batch, RetryChoice } from "#shared/contracts/batch/batch.ts";
import type { BatchItem } from "#shared/contracts/batch/batch-item.ts";

type Asked = Pick<BatchItem, "itemKey" | "status" | "attempts" | "skippedFor" | "skippedAt">;

/** Whether a rerun was requested since the item ended or was skipped. One request, one run. */
export function wantsRetry(
  { retries }: Pick<Batch, "retries">,
  { itemKey, status, attempts, skippedFor, skippedAt }: Asked,
): boolean {
  if (status !== "ended" && status !== "skipped") return false;
  const last = attempts.at(-1);
  const [since = "", outcome] = status === "skipped" ? [skippedAt] : [last?.endedAt, last?.outcome];
  // 'all' does not include unneeded repetitions.
  const isNeedless = status === "skipped" && skippedFor === "enough";
  const isMeant = (which: RetryChoice): boolean => (which === "all" ? !isNeedless : which === outcome);
  return retries.some(
    ({ at, which, itemKeys }) =>
      since <= at && (itemKeys?.includes(itemKey) === true || (which !== undefined && isMeant(which))),
  );
}
