import { type BatchItem, BatchItem as Item, type ItemAttempt } from "#shared/contracts/batch/batch-item.ts";
import type { JobOutcome } from "#shared/contracts/job/job.ts";

interface Given extends Partial<Omit<BatchItem, "attempts" | "taskId" | "variant">> {
  readonly taskId?: string;
  readonly variant?: string;
  /** Of each attempt in turn; what else there is to say of the last one is in `last`. */
  readonly outcomes?: readonly JobOutcome[];
  readonly each?: Partial<ItemAttempt>;
  readonly last?: Partial<ItemAttempt>;
}

let made = 0;

/** An item as it is stored, ended unless said otherwise. */
export function item({ outcomes = ["succeeded"], each = {}, last = {}, ...given }: Given = {}): BatchItem {
  made += 1;
  const attempts = outcomes.map((outcome, at) => ({
    jobId: `01J${String(made).padStart(8, "0")}00000000000000${at}`.slice(0, 26).padEnd(26, "0"),
    attempt: at + 1,
    startedAt: "2026-01-01T00:00:00.000Z",
    endedAt: "2026-01-01T00:01:00.000Z",
    outcome,
    ...each,
    ...(at === outcomes.length - 1 ? last : {}),
  }));
  return Item.parse({
    schemaVersion: 1,
    tenantId: "local",
    batchId: "01JBATCH000000000000000000",
    itemKey: made.toString(16).padStart(20, "0"),
    line: made,
    taskId: "task",
    variant: "default",
    epoch: 1,
    status: "ended",
    attempts,
    ...given,
  });
}
