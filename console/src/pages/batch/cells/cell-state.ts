import type { BatchCells } from "#shared/contracts/api/batch-look.ts";
import type { BatchCounts } from "#shared/contracts/batch/batch-counts.ts";
import type { BatchItemStatus } from "#shared/contracts/batch/batch-item.ts";
import { jobOutcomes } from "../../../parts/states/outcome-mark.tsx";

/** How a job of a batch stands. `queued`: nothing was started of it. The order is that of every list of them. */
export const cellStates = [...jobOutcomes, "running", "deferred", "queued", "skipped"] as const;
export type CellState = (typeof cellStates)[number];

export type StateCounts = { readonly [State in CellState]: number };

export const isCellState = (text: string | undefined): text is CellState =>
  cellStates.some((state) => state === text);

/** As the batch's own sums have it. */
export function countsOf(lineCount: number, counts: BatchCounts): StateCounts {
  const { running, deferred, skipped, outcomes, unverified } = counts;
  const succeeded = (outcomes.succeeded ?? 0) - unverified;
  const known: Partial<Record<CellState, number>> = {
    ...{ ...outcomes, succeeded, unverified },
    ...{ running, deferred, skipped },
  };
  const sum = Object.values(known).reduce((total, count) => total + count, 0);
  return stateCounts((state) => (state === "queued" ? Math.max(0, lineCount - sum) : (known[state] ?? 0)));
}

export const stateCounts = (count: (state: CellState) => number): StateCounts =>
  Object.fromEntries(cellStates.map((state) => [state, count(state)])) as StateCounts;

const ofStatus: { readonly [Status in BatchItemStatus]: CellState } = {
  running: "running",
  ended: "inconclusive",
  deferred: "deferred",
  skipped: "skipped",
};

/** How the item at this place of the columns stands. */
export function stateAt(cells: BatchCells, place: number): CellState {
  const status = cells.statuses[cells.status[place] ?? -1];
  const outcome = cells.outcomes[cells.outcome[place] ?? -1];
  if (status === "ended" && outcome !== undefined) return outcome;
  return status === undefined ? "queued" : ofStatus[status];
}
