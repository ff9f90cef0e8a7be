import type { RetryRule } from "../../contracts/batch/batch-settings.ts";
import { type Chance, chance } from "./chance.ts";
import { FreeTimes } from "./free-times.ts";
import { enoughRuns, type Learned, type TaskPool } from "./learn.ts";
import type { PastRun } from "./past-run.ts";

/** Runs of one planned task. */
export interface PlannedRuns {
  readonly count: number;
  readonly pools: readonly TaskPool[];
  /** Dollars of each past run if this task's model had done it. */
  readonly usd: Float64Array;
}

/** What bounds the jobs. Times are seconds. */
export interface Lanes {
  /** Jobs of the batch at the same time. */
  readonly places: number;
  /** Jobs that have a device and move at the same time. */
  readonly devices: number;
  readonly placeGap: number;
  readonly deviceGap: number;
  readonly edge: number;
}

export interface Workload {
  /** In the order in which they begin. */
  readonly tasks: readonly PlannedRuns[];
  readonly learned: Learned;
  readonly retry: Pick<RetryRule, "inconclusive" | "failed">;
  /** Added to each attempt: what AWS charges, of its steps and its seconds of waiting for models. */
  readonly awsUsd: ((steps: number, modelSeconds: number) => number) | undefined;
  /** Seconds that the jobs after it wait for an attempt, because of what is counted by the second. */
  readonly paceOf: (run: PastRun) => number;
}

export interface Sample {
  readonly seconds: number;
  readonly modelUsd: number;
  readonly awsUsd: number;
}

/** Attempts of one job, as they were drawn last. */
interface Drawn {
  held: number;
  pace: number;
  modelUsd: number;
  awsUsd: number;
}

/** Draws and runs all jobs again and again: each time is one possible course of the batch. */
export function simulate(workload: Workload, lanes: Lanes, samples: number, seed: number): readonly Sample[] {
  const random = chance(seed);
  const places = new FreeTimes(lanes.places);
  const devices = new FreeTimes(lanes.devices);
  const drawJob = jobDrawer(workload, random);
  return Array.from({ length: samples }, () => {
    places.reset();
    devices.reset();
    const drift = driftFactor(workload.learned, random);
    const drawn: Drawn = { held: 0, pace: 0, modelUsd: 0, awsUsd: 0 };
    let [mayBegin, end, modelUsd, awsUsd] = [0, 0, 0, 0];
    for (const task of workload.tasks) {
      const pool = task.pools[Math.floor(random.share() * task.pools.length)] as TaskPool;
      const factor = random.around(workload.learned.spread / Math.sqrt(pool.at.length));
      for (let run = 0; run < task.count; run += 1) {
        drawJob(drawn, task, pool);
        const over = Math.max(places.earliest, devices.earliest, mayBegin) + drawn.held * factor * drift;
        places.occupy(over + lanes.placeGap);
        devices.occupy(over + lanes.deviceGap);
        mayBegin += drawn.pace * factor;
        if (over > end) end = over;
        modelUsd += drawn.modelUsd * factor;
        awsUsd += drawn.awsUsd * factor;
      }
    }
    return { seconds: end + lanes.edge, modelUsd, awsUsd };
  });
}

function driftFactor({ drift: { sigma, degrees } }: Learned, random: Chance): number {
  return Math.exp(sigma * random.student(degrees));
}

/** Draws a job with the attempts that its retry rule allows. */
function jobDrawer({ learned, retry, awsUsd, paceOf }: Workload, random: Chance) {
  const { runs, ratios, lostHeld } = learned;
  const held = Float64Array.from(runs, (run) => run.held);
  const paces = Float64Array.from(runs, paceOf);
  const aws = Float64Array.from(runs, ({ steps, modelSeconds }) => awsUsd?.(steps, modelSeconds) ?? 0);
  const any = (values: Float64Array): number => values[Math.floor(random.share() * values.length)] ?? 0;
  return (into: Drawn, { usd }: PlannedRuns, { at, meanHeld, lostShare }: TaskPool): void => {
    into.held = 0;
    into.pace = 0;
    into.modelUsd = 0;
    into.awsUsd = 0;
    let [lost, failed] = [0, 0];
    for (;;) {
      const place = at[Math.floor(random.share() * at.length)] as number;
      const usual = at.length < enoughRuns ? meanHeld * any(ratios) : (held[place] as number);
      const isLost = lostShare > 0 && random.share() < lostShare;
      const share = isLost && lostHeld.length > 0 ? Math.min(1, any(lostHeld) / usual) : 1;
      into.held += usual * share;
      into.pace += (paces[place] as number) * share;
      into.modelUsd += (usd[place] as number) * share;
      into.awsUsd += (aws[place] as number) * share;
      if (isLost && lost < retry.inconclusive) lost += 1;
      else if (!isLost && runs[place]?.isFailed && failed < retry.failed) failed += 1;
      else return;
    }
  };
}
