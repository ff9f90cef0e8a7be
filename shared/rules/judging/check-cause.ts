import type { ItemAttempt } from "../../contracts/batch/batch-item.ts";
import type { FailedCheck } from "../../contracts/judging/failed-check.ts";
import { messageShape } from "../../text/message-shape.ts";

/** The same for jobs that failed by the same check of the same place, whatever was there instead. */
export const checkCause = ({ kind, place, expected }: FailedCheck): string =>
  // A forbidden change was made where nobody said: a file's name may hold the time.
  JSON.stringify([kind, kind === "change" ? messageShape(place) : place, expected]);

/** The same for attempts that did not succeed for one reason. */
export const reasonCause = ({
  failedCheck,
  outcomeReason = "",
}: Pick<ItemAttempt, "failedCheck" | "outcomeReason">): string =>
  failedCheck === undefined ? messageShape(outcomeReason) : checkCause(failedCheck);
