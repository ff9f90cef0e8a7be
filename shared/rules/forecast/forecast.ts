import type { Forecast } from "../../contracts/api/responses/forecast-response.ts";
import type { ForecastBands } from "../../contracts/batch/forecast.ts";
import { defined } from "../../values/defined.ts";
import { awsUsd } from "../cost/job-cost.ts";
import { interpolated } from "../statistics/quartiles.ts";
import { sumOf } from "../statistics/share.ts";
import { assumedRuns } from "./assumed-runs.ts";
import { assumedGaps, assumptionsOf } from "./assumptions.ts";
import type { ForecastInput } from "./forecast-input.ts";
import { gapsOf } from "./gaps.ts";
import { type DrawnFrom, type Learned, learn } from "./learn.ts";
import { bindingOf, paceOf } from "./limits.ts";
import type { PastRun } from "./past-run.ts";
import { type PlannedWork, planWork } from "./plan-work.ts";
import { type Sample, simulate } from "./simulate.ts";

/** All jobs are drawn so often that another seed hardly changes the bands, and that a forecast of any size takes about a second. */
const samplesFor = (jobs: number): number => Math.max(60, Math.min(300, Math.round(2_000_000 / jobs)));
/** For what is compared only. */
const [fewSamples, someSamples] = [24, 40];
const moreDevices = 100;

/** Everything that does not depend on how many devices there are. */
interface Prepared {
  readonly input: ForecastInput;
  readonly learned: Learned;
  readonly work: PlannedWork;
  readonly gaps: { readonly place: number; readonly device: number; readonly edge: number };
}

/** What the jobs will take and cost, by the farm's own past. The same input gives the same forecast. */
export function forecast(input: ForecastInput): Forecast {
  const { past, tasks, seed } = input;
  const isAssumed = !past.runs.some(({ isInconclusive }) => !isInconclusive);
  const runs = isAssumed ? assumedRuns() : withWaitsOnce(past.runs, input);
  const learned = learn(runs, isAssumed);
  const known = gapsOf(isAssumed ? [] : runs, past.batches);
  const gaps = { ...assumedGaps, ...defined(known) };
  const prepared = { input, learned, gaps, work: planWork(tasks, learned, input.priceOf) };
  const jobs = sumOf(tasks, (task) => task.runs);
  const samples = samplesFor(jobs);
  const drawn = sampled(prepared, input, samples);
  const usd = bandsOf(drawn.map((sample) => totalUsd(sample, input)));
  const seconds = bandsOf(drawn.map((sample) => sample.seconds));
  const { binds, limits } = bindingOf(prepared.work.mean, boundsOf(prepared, input), jobs);
  return {
    ...{ jobs, seed, samples, seconds, usd, binds, limits },
    ...{ devices: input.devices, concurrency: input.concurrency },
    usdOf: {
      models: middle(drawn, ({ modelUsd }) => modelUsd),
      aws: middle(drawn, (sample) => sample.awsUsd),
      devices: deviceUsd(seconds.median, input),
    },
    unpricedShare: prepared.work.unpriced / jobs,
    moreDevices: withMoreDevices(prepared, drawn),
    ...(input.deadlineSeconds === undefined ? {} : { mixes: mixesFor(prepared, input.deadlineSeconds) }),
    history: historyOf(isAssumed ? [] : past.runs, prepared.work.drawnFrom),
    assumptions: assumptionsOf({ ...prepared.work, isAssumed, known, learned, input }),
  };
}

/** Waits for a turn with the model are left out of the past where the rate that causes them is known. */
const withWaitsOnce = (
  runs: readonly PastRun[],
  { modelCallsPerMinute }: ForecastInput,
): readonly PastRun[] =>
  modelCallsPerMinute === undefined
    ? runs
    : runs.map((run) => ({ ...run, held: Math.max(0.001, run.held - run.waited) }));

type Size = Pick<ForecastInput, "devices" | "concurrency">;

const boundsOf = ({ input, gaps }: Pick<Prepared, "input" | "gaps">, size: Size) => ({
  ...input,
  ...size,
  gaps,
});

function sampled(prepared: Prepared, size: Size, samples: number): readonly Sample[] {
  const { input, learned, work, gaps } = prepared;
  const workload = {
    ...{ tasks: work.tasks, learned, retry: input.retry },
    awsUsd: input.aws === undefined ? undefined : awsUsd,
    paceOf: (run: PastRun) => paceOf(run, input),
  };
  const lanes = {
    ...{ places: Math.min(size.concurrency, work.jobs), devices: Math.min(size.devices, work.jobs) },
    ...{ placeGap: gaps.place, deviceGap: gaps.device, edge: gaps.edge },
  };
  return simulate(workload, lanes, samples, input.seed);
}

function withMoreDevices(prepared: Prepared, before: readonly Sample[]): Forecast["moreDevices"] {
  const devices = prepared.input.devices + moreDevices;
  const size = { devices, concurrency: prepared.input.concurrency };
  const { binds } = bindingOf(prepared.work.mean, boundsOf(prepared, size), prepared.work.jobs);
  const count = Math.min(before.length, someSamples);
  // The same draws with more devices and with those that there are: the difference is not one of chance.
  const after = middle(sampled(prepared, size, count), secondsOf);
  const share = after / middle(before.slice(0, count), secondsOf);
  return { devices, seconds: share * middle(before, secondsOf), binds };
}

const secondsOf = ({ seconds }: Sample): number => seconds;

/** For each model the fewest devices that keep the deadline, the cheapest first and what has no price last. */
function mixesFor(prepared: Prepared, deadline: number): NonNullable<Forecast["mixes"]> {
  const { input, learned } = prepared;
  const models = input.models ?? [undefined];
  const mixes = models.flatMap((model) => {
    const tasks = model === undefined ? input.tasks : input.tasks.map((task) => ({ ...task, model }));
    const work = model === undefined ? prepared.work : planWork(tasks, learned, input.priceOf);
    const found = fewestDevices({ ...prepared, work }, deadline);
    return found === undefined ? [] : [{ ...defined({ model }), ...found }];
  });
  const cost = ({ usd }: { readonly usd: number | null }): number => usd ?? Number.MAX_VALUE;
  return mixes.toSorted((one, other) => cost(one) - cost(other) || one.devices - other.devices);
}

function fewestDevices(prepared: Prepared, deadline: number) {
  const { input, work } = prepared;
  const with_ = (devices: number) => {
    const concurrency = Math.max(input.concurrency, devices);
    const drawn = sampled(prepared, { devices, concurrency }, fewSamples);
    return { devices, concurrency, drawn, seconds: bandsOf(drawn.map((sample) => sample.seconds)) };
  };
  let [low, high] = [0, Math.min(work.jobs, 10_000)];
  let best = with_(high);
  if (best.seconds.most.high > deadline) return undefined;
  while (high - low > 1) {
    const middleOf = Math.floor((low + high) / 2);
    const tried = with_(middleOf);
    if (tried.seconds.most.high > deadline) low = middleOf;
    else {
      high = middleOf;
      best = tried;
    }
  }
  const { devices, concurrency, drawn, seconds } = best;
  const usd = work.unpriced > 0 ? null : middle(drawn, (sample) => totalUsd(sample, { ...input, devices }));
  return { devices, concurrency, seconds: seconds.median, usd };
}

const deviceUsd = (
  seconds: number,
  { devices, deviceUsdPerHour }: Pick<ForecastInput, "devices" | "deviceUsdPerHour">,
) => (devices * deviceUsdPerHour * seconds) / 3_600;

const totalUsd = (
  { modelUsd, awsUsd: aws, seconds }: Sample,
  input: Pick<ForecastInput, "devices" | "deviceUsdPerHour">,
): number => modelUsd + aws + deviceUsd(seconds, input);

const inOrder = (values: readonly number[]): readonly number[] =>
  values.toSorted((one, other) => one - other);
const middle = (samples: readonly Sample[], of: (sample: Sample) => number): number =>
  interpolated(inOrder(samples.map(of)), 0.5);

function bandsOf(values: readonly number[]): ForecastBands {
  const sorted = inOrder(values);
  const at = (share: number): number => Math.max(0, interpolated(sorted, share));
  return {
    median: at(0.5),
    half: { low: at(0.25), high: at(0.75) },
    most: { low: at(0.05), high: at(0.95) },
  };
}

function historyOf(runs: readonly PastRun[], drawnFrom: Record<DrawnFrom, number>): Forecast["history"] {
  const times = inOrder(runs.map(({ finished }) => finished));
  const dated = (seconds: number | undefined) =>
    seconds === undefined ? undefined : new Date(seconds * 1_000).toISOString();
  return { jobs: runs.length, ...defined({ from: dated(times[0]), to: dated(times.at(-1)) }), drawnFrom };
}
