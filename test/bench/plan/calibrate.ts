import { TaskId, VariantName } from "#shared/contracts/values/batch-ids.ts";
import { forecast } from "#shared/rules/forecast/forecast.ts";
import { type FarmProfile, parkMiller, runBatch, type TrueTask } from "./true-farm.ts";

/** How a forecast and what then happened compare: the times that the true value lay in the bands, and the errors of the median. */
export interface Calibration {
  readonly batches: number;
  readonly within50: number;
  readonly within90: number;
  readonly usdWithin90: number;
  /** Of the median in time, as shares of the truth. */
  readonly medianError: number;
  readonly worstError: number;
  readonly usdMedianError: number;
}

export const profiles: readonly FarmProfile[] = [
  { name: "null", modelSeconds: 0, deviceSeconds: 0, lossShare: 0, recoveryShare: 0, dayToDay: 0 },
  {
    name: "fast",
    modelSeconds: 0.35,
    deviceSeconds: 0.15,
    lossShare: 0.002,
    recoveryShare: 0.01,
    dayToDay: 0.1,
  },
  {
    name: "slow",
    modelSeconds: 3,
    deviceSeconds: 1.2,
    lossShare: 0.004,
    recoveryShare: 0.03,
    dayToDay: 0.15,
  },
  {
    name: "throttled",
    modelSeconds: 1.5,
    deviceSeconds: 0.8,
    lossShare: 0,
    recoveryShare: 0.02,
    dayToDay: 0.1,
    modelCallsPerMinute: 240,
  },
];

const pastBatches = 6;

/** So many batches, each on a farm of its own with a past of its own: one profile after the other. `size`: how many jobs a batch has, about. */
export function calibrate(batches: number, size: number, seed: number): Calibration {
  const compared = Array.from({ length: batches }, (_each, number) => oneBatch(number, size, seed));
  const share = (of: (one: Compared) => boolean): number => compared.filter(of).length / batches;
  const errors = compared.map(({ error }) => error).sort((one, other) => one - other);
  const usdErrors = compared.map(({ usdError }) => usdError).sort((one, other) => one - other);
  return {
    batches,
    within50: share((one) => one.within50),
    within90: share((one) => one.within90),
    usdWithin90: share((one) => one.usdWithin90),
    medianError: errors[Math.floor(batches / 2)] ?? 0,
    worstError: errors.at(-1) ?? 0,
    usdMedianError: usdErrors[Math.floor(batches / 2)] ?? 0,
  };
}

type Compared = ReturnType<typeof oneBatch>;

export function oneBatch(number: number, size: number, seed: number) {
  const profile = profiles[number % profiles.length] as FarmProfile;
  const random = parkMiller(seed * 1_000 + number * 7 + 1);
  // Its first draws lie close together.
  for (let draw = 0; draw < 10; draw += 1) random();
  const from = (least: number, most: number): number => Math.floor(least + random() * (most - least + 1));
  const tasks = Array.from(
    { length: from(4, 12) },
    (_each, task): TrueTask => ({
      taskId: `t${task}`,
      leastSteps: from(2, 9),
      moreShare: 0.7 * random(),
    }),
  );
  const shape = (batchId: string, beganAt: number, some: readonly TrueTask[]) => ({
    ...{ batchId, beganAt, tasks: some, devices: from(3, 25), concurrency: from(4, 30) },
    repeat: Math.max(1, Math.round((size * (0.5 + random())) / some.length)),
  });
  const past = Array.from({ length: pastBatches }, (_each, before) =>
    runBatch(profile, shape(`b${before}`, before * 100_000, tasks.slice(before % 3)), random),
  );
  const batch = shape("new", 1_000_000, tasks);
  const expected = forecast({
    tasks: tasks.map(({ taskId }) => ({
      ...{
        taskId: TaskId.parse(taskId),
        variant: VariantName.parse("default"),
        model: "m",
        runs: batch.repeat,
      },
    })),
    ...{ devices: batch.devices, concurrency: batch.concurrency, retry: { inconclusive: 2, failed: 0 } },
    ...{ aws: undefined, priceOf: () => undefined, deviceUsdPerHour: 0, seed: 1 },
    modelCallsPerMinute: profile.modelCallsPerMinute,
    past: { runs: past.flatMap(({ runs }) => runs), batches: past.map((one) => one.batch) },
  });
  const truth = runBatch(profile, batch, random);
  const lies = (value: number, { low, high }: { readonly low: number; readonly high: number }): boolean =>
    value >= low && value <= high;
  return {
    profile: profile.name,
    within50: lies(truth.seconds, expected.seconds.half),
    within90: lies(truth.seconds, expected.seconds.most),
    usdWithin90: lies(truth.usd, expected.usd.most),
    error: Math.abs(expected.seconds.median / truth.seconds - 1),
    signed: expected.seconds.median / truth.seconds - 1,
    width: expected.seconds.most.high / expected.seconds.most.low - 1,
    usdError: Math.abs(expected.usd.median / truth.usd - 1),
    binds: expected.binds,
  };
}
