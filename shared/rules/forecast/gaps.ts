import { grouped } from "../statistics/ended-run.ts";
import { median } from "../statistics/quartiles.ts";
import type { PastRun } from "./past-run.ts";

/** A batch of the past whose runs are all known. Seconds since 1970. */
export interface PastBatch {
  readonly batchId: string;
  readonly jobs: number;
  readonly started: number;
  readonly finished: number;
}

/** Seconds in which nothing of a job is on a device. Undefined: the past does not say. */
export interface Gaps {
  /** From a job's end until the next one of its place in the batch is there. */
  readonly place: number | undefined;
  /** From a job's end until its device has the next one; below 0 where the device is free before the job has ended. */
  readonly device: number | undefined;
  /** Before a batch's first job and after its last. */
  readonly edge: number | undefined;
}

const leastGaps = 10;
const longest = 60;

export function gapsOf(runs: readonly PastRun[], batches: readonly PastBatch[]): Gaps {
  const groups = grouped(runs, ({ group }) => group);
  const some = [...groups.values()];
  const edges = batches.flatMap(({ batchId, jobs, started, finished }) => {
    const own = groups.get(batchId) ?? [];
    if (own.length < jobs) return [];
    const first = Math.min(...own.map(({ created }) => created));
    const last = Math.max(...own.map((run) => run.finished));
    return [Math.max(0, first - started) + Math.max(0, finished - last)];
  });
  return {
    place: usual(some.flatMap(placeGaps), leastGaps),
    device: usual(some.flatMap(deviceGaps), leastGaps),
    edge: usual(edges, 1),
  };
}

function usual(gaps: readonly number[], least: number): number | undefined {
  const within = gaps.filter((gap) => Math.abs(gap) <= longest);
  return within.length < least ? undefined : (median(within) ?? undefined);
}

/** Each job but the first ones began because another had ended. */
function placeGaps(runs: readonly PastRun[]): readonly number[] {
  const created = runs.map((run) => run.created).sort((one, other) => one - other);
  const finished = runs.map((run) => run.finished).sort((one, other) => one - other);
  let [places, over] = [0, 0];
  for (const [begun, at] of created.entries()) {
    while ((finished[over] ?? at) < at) over += 1;
    places = Math.max(places, begun + 1 - over);
  }
  return created.slice(places).map((at, begun) => at - (finished[begun] ?? at));
}

/** Of jobs that were there before the device was free. */
function deviceGaps(runs: readonly PastRun[]): readonly number[] {
  return [...grouped(runs, ({ deviceId }) => deviceId).values()].flatMap((some) => {
    const inOrder = some.toSorted((one, other) => one.started - other.started);
    return inOrder.slice(1).flatMap((run, before) => {
      const { finished } = inOrder[before] as PastRun;
      return run.created < finished ? [run.started - finished] : [];
    });
  });
}
