import type { PlannedTask } from "../../contracts/api/responses/forecast-response.ts";
import type { MeanJob } from "../aws-quotas.ts";
import { sumOf } from "../statistics/share.ts";
import type { DrawnFrom, Learned, TaskPool } from "./learn.ts";
import type { PlannedRuns } from "./simulate.ts";

/** Dollars for tokens of a model; undefined: it has no known price. */
export type PriceOf = (model: string, inputTokens: number, outputTokens: number) => number | undefined;

export interface Mean extends MeanJob {
  readonly held: number;
}

export interface PlannedWork {
  readonly jobs: number;
  readonly tasks: readonly PlannedRuns[];
  readonly mean: Mean;
  /** Jobs by what they are drawn from. */
  readonly drawnFrom: Record<DrawnFrom, number>;
  /** Jobs whose cost is not known. */
  readonly unpriced: number;
}

/** The planned jobs with what each is drawn from, the longest first: so a batch begins them. */
export function planWork(tasks: readonly PlannedTask[], learned: Learned, priceOf: PriceOf): PlannedWork {
  const prices = new Map<string | undefined, Float64Array>();
  const means = new Map<readonly TaskPool[], Mean>();
  const drawnFrom = { task: 0, taskOfAnotherModel: 0, model: 0, allTasks: 0, assumptions: 0 };
  const [sum, jobs] = [{ held: 0, steps: 0, modelSeconds: 0 }, sumOf(tasks, ({ runs }) => runs)];
  let unpriced = 0;
  const planned = tasks.map((task) => {
    const { kind, pools } = learned.sourceOf(task);
    const mean = means.get(pools) ?? meanOf(pools, learned);
    means.set(pools, mean);
    const usd = prices.get(task.model) ?? usdOf(task.model, learned, priceOf);
    prices.set(task.model, usd);
    drawnFrom[kind] += task.runs;
    sum.held += (mean.held * task.runs) / jobs;
    sum.steps += (mean.steps * task.runs) / jobs;
    sum.modelSeconds += (mean.modelSeconds * task.runs) / jobs;
    if (Number.isNaN(usd[pools[0]?.at[0] ?? 0])) unpriced += task.runs;
    return { count: task.runs, pools, usd, held: mean.held };
  });
  for (const usd of prices.values())
    for (const [at, one] of usd.entries()) if (Number.isNaN(one)) usd[at] = 0;
  return {
    jobs,
    tasks: planned.toSorted((one, other) => other.held - one.held),
    mean: sum,
    drawnFrom,
    unpriced,
  };
}

function meanOf(pools: readonly TaskPool[], { runs }: Learned): Mean {
  const of = (value: "steps" | "modelSeconds"): number =>
    sumOf(pools, ({ at }) => sumOf(at, (place) => runs[place]?.[value] ?? 0) / at.length) / pools.length;
  const held = sumOf(pools, ({ meanHeld, lostShare }) => meanHeld * (1 + lostShare)) / pools.length;
  return { held, steps: of("steps"), modelSeconds: of("modelSeconds") };
}

/**
 * Of each past run what it would have cost with this model; NaN: that is not known. What it did cost is changed by both models' prices,
 * so that what it read from a service's cache stays counted as such.
 */
const usdOf = (model: string | undefined, { runs }: Learned, priceOf: PriceOf): Float64Array =>
  Float64Array.from(runs, ({ usd = Number.NaN, ...run }) => {
    if (model === undefined || run.model === model) return usd;
    const price = priceOf(model, run.inputTokens, run.outputTokens) ?? Number.NaN;
    const own = run.model === undefined ? undefined : priceOf(run.model, run.inputTokens, run.outputTokens);
    return own === undefined || own === 0 || Number.isNaN(usd) ? price : (usd * price) / own;
  });
