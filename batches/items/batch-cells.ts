import type { BatchCells } from "#shared/contracts/api/batch-look.ts";
import type { BriefItem } from "#shared/contracts/batch/batch-item.ts";
import { causeOf } from "#shared/rules/batch/cause-of.ts";
import { shownOutcome } from "#shared/rules/shown-outcome.ts";
import { countedOutcome } from "#shared/rules/statistics/ended-run.ts";
import { roundUsd } from "#shared/values/round-usd.ts";

/** The places of values in the list of those that occur. */
class Listed<Value> {
  readonly values: Value[] = [];
  readonly #places = new Map<Value, number>();

  placeOf(value: Value): number {
    const known = this.#places.get(value);
    if (known !== undefined) return known;
    this.values.push(value);
    this.#places.set(value, this.values.length - 1);
    return this.values.length - 1;
  }

  placeIf(value: Value | undefined): number | null {
    return value === undefined ? null : this.placeOf(value);
  }
}

function shownOf({ outcome, verdict, review }: BriefItem["attempts"][number]) {
  if (outcome === undefined) return undefined;
  const counted = countedOutcome(outcome, review);
  return counted.reviewed ? counted.outcome : shownOutcome({ outcome, verdict });
}

/** A batch's items in columns, in the manifest's order. */
export function batchCells(lineCount: number, items: readonly BriefItem[]): BatchCells {
  const sorted = items.toSorted((one, other) => one.line - other.line);
  const last = sorted.map(({ attempts }) => attempts.at(-1));
  const tasks = new Listed<BriefItem["taskId"]>();
  const variants = new Listed<BriefItem["variant"]>();
  const statuses = new Listed<BriefItem["status"]>();
  const outcomes = new Listed<BatchCells["outcomes"][number]>();
  const errorCodes = new Listed<string>();
  const causes = new Listed<string>();
  const columns = {
    line: sorted.map(({ line }) => line),
    key: sorted.map(({ itemKey }) => itemKey),
    task: sorted.map(({ taskId }) => tasks.placeOf(taskId)),
    variant: sorted.map(({ variant }) => variants.placeOf(variant)),
    repeat: sorted.map(({ epoch }) => epoch),
    status: sorted.map(({ status }) => statuses.placeOf(status)),
    outcome: last.map((attempt) => outcomes.placeIf(attempt && shownOf(attempt))),
    error: last.map((attempt) => errorCodes.placeIf(attempt?.errorCode)),
    cause: sorted.map((item) => causes.placeIf(causeOf(item) ?? undefined)),
    jobId: last.map((attempt) => attempt?.jobId ?? null),
    attempts: sorted.map(({ attempts }) => attempts.length),
    steps: last.map((attempt) => attempt?.steps ?? 0),
    wallMilliseconds: last.map((attempt) => attempt?.wallMilliseconds ?? 0),
    costUsd: sorted.map(({ attempts }) =>
      roundUsd(attempts.reduce((sum, { costUsd = 0 }) => sum + costUsd, 0)),
    ),
  };
  const isReviewed = ({ attempts }: BriefItem): boolean => attempts.at(-1)?.review !== undefined;
  return {
    lineCount,
    reviewed: sorted.flatMap((item, place) => (isReviewed(item) ? [place] : [])),
    tasks: tasks.values,
    variants: variants.values,
    statuses: statuses.values,
    outcomes: outcomes.values,
    errorCodes: errorCodes.values,
    causes: causes.values,
    ...columns,
  };
}
