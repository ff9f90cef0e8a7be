import type { BatchResult } from "#shared/contracts/batch/batch-result.ts";

/** A task whose checks do not hold what its ends show. */
export interface AuditFinding {
  readonly taskId: string;
  /** `nothing`, `wrong`, `wrong-2` …, `solution`. */
  readonly end: string;
  /** `broken`: the task is at fault; `unknown`: it could not be tried. */
  readonly kind: "broken" | "unknown";
  readonly message: string;
}

type Ended = Pick<
  BatchResult,
  "taskId" | "variant" | "status" | "outcome" | "outcomeReason" | "errorCode" | "reason"
>;

/** As a script's source says it of the line at which it went another way. */
const notReached = /^Line \d+ .*could not be done/s;

/** What is wrong with the end's task, or null when it is as it must be. */
export function auditFinding(ended: Ended): AuditFinding | null {
  const { taskId, variant: end, status, outcome, outcomeReason = "", errorCode, reason } = ended;
  const found = (kind: AuditFinding["kind"], message: string) => ({ taskId, end, kind, message });
  if (status !== "ended" || outcome === undefined)
    return found("unknown", `was not run: ${reason ?? "the batch ended before"}`);
  if (errorCode === "PreparationFailed") return found("broken", outcomeReason);
  if (outcome !== "succeeded" && outcome !== "failed")
    return found(
      "unknown",
      `ended ${outcome}${errorCode === undefined ? "" : ` (${errorCode})`}: ${outcomeReason}`,
    );
  if (end === "solution")
    return outcome === "succeeded" ? null : found("broken", `its solution does not pass: ${outcomeReason}`);
  if (outcome === "succeeded")
    return found("broken", end === "nothing" ? "passes without any action" : "passes with a wrong result");
  return notReached.test(outcomeReason)
    ? found("broken", `its wrong result was not reached: ${outcomeReason}`)
    : null;
}

/** What a task lacks to be audited whole. */
export function missingEnds(
  ends: readonly { readonly taskId: string; readonly variant: string }[],
): readonly AuditFinding[] {
  const byTask = new Map<string, Set<string>>();
  for (const { taskId, variant } of ends) byTask.set(taskId, (byTask.get(taskId) ?? new Set()).add(variant));
  return [...byTask].flatMap(([taskId, names]) => {
    const lacks = (end: string, message: string): AuditFinding[] =>
      names.has(end) ? [] : [{ taskId, end, kind: "broken", message }];
    return [
      ...lacks("wrong", "has no wrong result to try ('audit')"),
      ...lacks("solution", "has no solution to try"),
    ];
  });
}
