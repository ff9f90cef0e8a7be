import type { BatchItemFilter } from "../../contracts/api/responses/batch-response.ts";
import type { BatchItem } from "../../contracts/batch/batch-item.ts";
import { causeOf } from "./cause-of.ts";

/** Whether an item matches the filter; outcome and error code are of its last attempt. */
export function fitsItemFilter(item: BatchItem, filter: BatchItemFilter): boolean {
  const { status, attempts, tags, variant, taskId } = item;
  const last = status === "ended" ? attempts.at(-1) : undefined;
  return [
    filter.status === undefined || filter.status === status,
    filter.outcome === undefined || filter.outcome === last?.outcome,
    filter.errorCode === undefined || filter.errorCode === last?.errorCode,
    filter.cause === undefined || filter.cause === causeOf(item),
    filter.tag === undefined || tags.includes(filter.tag),
    filter.model === undefined || filter.model === variant,
    filter.taskId === undefined || filter.taskId === taskId,
  ].every(Boolean);
}
