import type { ExecutionRecord } from "../../execution/execution.ts";
import type { JsonValue } from "../../expression/json-value.ts";
import type { Journal } from "../../journal/journal.ts";
import { type Counts, countedAs, type MapRunRecord, noCounts } from "./map-run.ts";

/** A Map Run in memory. */
export interface MapRun {
  readonly record: MapRunRecord;
  readonly executions: Counts;
  readonly items: Counts;
  readonly running: Set<number>;
  abort: AbortController;
  /** Children that ended without success before the run's redrive and have not been started again. */
  readonly toRedrive: ExecutionRecord[];
  started: number;
  /** The children's inputs around `started`; read again from the journal when another chunk begins. */
  chunk: { readonly key: string; readonly inputs: readonly JsonValue[] } | null;
  starting: boolean;
  collecting: boolean;
}

/** Counts the children in the journal; of a redriven run those that are to run again count as not started. */
export function countChildren(run: MapRun, journal: Journal): void {
  Object.assign(run.executions, noCounts());
  Object.assign(run.items, noCounts());
  run.toRedrive.length = 0;
  run.started = 0;
  const { redriveCount = 0, status } = run.record;
  for (const child of journal.childrenOf(run.record.arn)) {
    run.started += 1;
    const ended = child.status !== "RUNNING" && child.status !== "SUCCEEDED";
    if (ended && status === "RUNNING" && begunIn(child) < redriveCount) {
      run.toRedrive.push(child);
      continue;
    }
    countChild(run, child, 1);
    if (child.status === "RUNNING") run.running.add(child.id);
  }
}

/** The redrive of the run in which the child was started last; journals of older engines have its own count alone. */
function begunIn({ parent, redriveCount }: ExecutionRecord): number {
  return (parent?.kind === "mapRun" ? parent.runRedrive : undefined) ?? redriveCount;
}

/** More children (with batches: items) ended without success than the run may bear. */
export function exceedsTolerance({ executions, items, record }: MapRun, total: number): boolean {
  const failed = executions.failed + executions.timedOut + executions.aborted;
  if (failed === 0) return false;
  const { toleratedFailureCount, toleratedFailurePercentage } = record;
  const counted = record.batch === undefined ? failed : items.failed + items.timedOut + items.aborted;
  const percentage = (100 * counted) / (record.itemCount ?? total);
  // Either limit that was set may be broken; one that was not set is 0 and does not count beside the other.
  if (toleratedFailureCount === 0 && toleratedFailurePercentage === 0) return true;
  return (
    (toleratedFailureCount > 0 && counted > toleratedFailureCount) ||
    (toleratedFailurePercentage > 0 && percentage > toleratedFailurePercentage)
  );
}

/** Adds a child to the count of its status, or takes it from there. */
export function countChild(run: MapRun, child: ExecutionRecord, by: number): void {
  const status = countedAs(child.status);
  run.executions[status] += by;
  run.items[status] += by * (run.record.batch === undefined ? 1 : batchLength(child.input));
}

function batchLength(input: string): number {
  const { Items }: { readonly Items?: readonly unknown[] } = JSON.parse(input);
  return Items?.length ?? 1;
}
