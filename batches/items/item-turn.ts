import type { BatchItem } from "#shared/contracts/batch/batch-item.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { ItemTurn, RoundEntry } from "#shared/contracts/workflow/batch-run.ts";
import { machineOf } from "#shared/rules/machine-of.ts";

interface TurnFacts {
  /** Of `run`. */
  readonly job?: Pick<Job, "jobId" | "workflow" | "roles" | "parentJobId">;
  readonly seconds?: number;
  readonly looks?: number;
  /** Instead of the item's own. */
  readonly reason?: string;
}

/** What a child does next, with what is kept of its item; null: the line was left as it was. */
export const itemTurn = (
  route: ItemTurn["route"],
  { itemKey, line }: RoundEntry,
  item: BatchItem | null,
  { job, seconds = 0, looks = 0, reason = item?.reason ?? "" }: TurnFacts,
): ItemTurn => ({
  route,
  jobId: job?.jobId ?? null,
  machine: job === undefined ? "job" : machineOf(job),
  seconds,
  looks,
  result: {
    itemKey,
    line,
    status: item?.status ?? "untouched",
    outcome: item?.attempts.at(-1)?.outcome ?? null,
    reason: reason.slice(0, 300),
  },
});
