import type { Batch } from "../../contracts/batch/batch.ts";
import type { ForecastBands } from "../../contracts/batch/forecast.ts";
import { median } from "../statistics/quartiles.ts";
import { share } from "../statistics/share.ts";

export interface ForecastScore {
  readonly batchId: string;
  readonly name: string;
  readonly jobs: number;
  /** 0: it was made of assumptions, and does not count. */
  readonly pastJobs: number;
  readonly expected: ForecastBands;
  readonly seconds: number;
  readonly within50: boolean;
  readonly within90: boolean;
  /** Of the median, as a share of the time that it took: below 0, the batch was slower than expected. */
  readonly error: number;
}

export interface ForecastScores {
  readonly batches: readonly ForecastScore[];
  readonly within50: number | null;
  readonly within90: number | null;
  /** Whatever its sign. */
  readonly medianError: number | null;
}

type Scored = Pick<
  Batch,
  "batchId" | "name" | "status" | "run" | "startedAt" | "finishedAt" | "changes" | "forecast"
>;

/** Past forecasts beside what happened, of runs that ended by themselves and that nobody changed meanwhile. */
export function scoreForecasts(batches: readonly Scored[]): ForecastScores {
  const scores = batches.flatMap((batch) => scoreOf(batch) ?? []);
  const counted = scores.filter(({ pastJobs }) => pastJobs > 0);
  return {
    batches: scores,
    within50: share(counted.filter(({ within50 }) => within50).length, counted.length),
    within90: share(counted.filter(({ within90 }) => within90).length, counted.length),
    medianError: median(counted.map(({ error }) => Math.abs(error))),
  };
}

function scoreOf({ batchId, name, status, run, startedAt, finishedAt, changes, forecast }: Scored) {
  if (status !== "finished" || startedAt === undefined || finishedAt === undefined) return undefined;
  if (forecast === undefined || forecast.run !== run) return undefined;
  if (changes.some(({ at }) => at >= startedAt && at <= finishedAt)) return undefined;
  const seconds = (Date.parse(finishedAt) - Date.parse(startedAt)) / 1_000;
  if (seconds <= 0) return undefined;
  const { seconds: expected, jobs, pastJobs } = forecast;
  const lies = ({ low, high }: ForecastBands["half"]): boolean => seconds >= low && seconds <= high;
  return {
    ...{ batchId, name, jobs, pastJobs, expected, seconds },
    within50: lies(expected.half),
    within90: lies(expected.most),
    error: expected.median / seconds - 1,
  };
}
