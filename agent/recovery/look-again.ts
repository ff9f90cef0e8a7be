import type { Recovery } from "#shared/contracts/recovery/recovery.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { type Acted, performing } from "./acting.ts";
import { planProgress, tryAgain } from "./advance.ts";
import type { RecoveryPointer } from "./read-recovery.ts";

/** Looks again at what a step did, an interval later. */
export function lookAgain(input: RecoveryPointer, recovery: Recovery): Acted {
  const { pending } = planProgress(recovery);
  if (pending === undefined) throw new DroverError("InternalError", "There is nothing to look at again.");
  const looks = pending.looks + 1;
  const duration = Math.max(1, Math.round(recovery.settings.captureIntervalSeconds * 1_000));
  return {
    recovery: tryAgain(recovery, { pending: { ...pending, looks } }),
    next: "perform",
    perform: performing(
      { ...input, stepNumber: pending.stepNumber },
      recovery,
      [{ action: "wait", duration }],
      looks,
    ),
  };
}
