import type { Assumption } from "../../contracts/api/responses/forecast-response.ts";
import { pricesReadOn } from "../cost/aws-prices.ts";
import { assumedJob } from "./assumed-runs.ts";
import { assumedDrift, driftWithoutHistory } from "./drift.ts";
import type { ForecastInput } from "./forecast-input.ts";
import type { Gaps } from "./gaps.ts";
import type { Learned } from "./learn.ts";
import type { PlannedWork } from "./plan-work.ts";

/** Where the past does not say. */
export const assumedGaps = { place: 1, device: 0, edge: 2 } as const;

interface Facts extends Pick<PlannedWork, "drawnFrom" | "unpriced"> {
  readonly isAssumed: boolean;
  readonly known: Gaps;
  readonly learned: Learned;
  readonly input: ForecastInput;
}

/** What the forecast takes for granted, by name and value. */
export const assumptionsOf = (facts: Facts): Assumption[] => [
  ...(facts.isAssumed ? ofJobs() : []),
  ...ofOtherJobs(facts.drawnFrom),
  ...ofBatch(facts),
  ...ofFarm(facts),
];

const said = (
  isTaken: boolean,
  name: string,
  value: number,
  text: (value: string) => string,
): Assumption[] => (isTaken ? [{ name, value, text: text(value.toLocaleString("en-US")) }] : []);

const jobTexts: { readonly [Name in keyof typeof assumedJob]: (value: string) => string } = {
  stepsPerJob: (n) => `no past jobs: a job takes about ${n} steps`,
  secondsPerStep: (n) => `a step takes ${n} s`,
  modelSecondsPerStep: (n) => `of these the model takes ${n} s`,
  inputTokensPerStep: (n) => `a step reads ${n} tokens`,
  outputTokensPerStep: (n) => `a step writes ${n} tokens`,
  secondsAroundSteps: (n) => `set-up, judging and cleaning take ${n} s`,
};

const ofJobs = (): Assumption[] =>
  (Object.keys(jobTexts) as (keyof typeof assumedJob)[]).flatMap((name) =>
    said(true, name, assumedJob[name], jobTexts[name]),
  );

const ofOtherJobs = ({ taskOfAnotherModel, model, allTasks }: Facts["drawnFrom"]): Assumption[] => [
  ...said(
    taskOfAnotherModel > 0,
    "jobsOfAnotherModel",
    taskOfAnotherModel,
    (n) => `${n} jobs take as long as the same task took another model`,
  ),
  ...said(
    model > 0,
    "jobsOfOtherTasks",
    model,
    (n) => `${n} jobs take as long as other tasks took the same model`,
  ),
  ...said(allTasks > 0, "jobsUnknown", allTasks, (n) => `${n} jobs take as long as the farm's other jobs`),
];

const ofBatch = ({ known, learned: { drift }, isAssumed }: Facts): Assumption[] => [
  ...said(
    known.place === undefined,
    "secondsBetweenJobs",
    assumedGaps.place,
    (n) => `${n} s pass from a job's end to the next one's start`,
  ),
  ...said(
    known.edge === undefined,
    "secondsAroundBatch",
    assumedGaps.edge,
    (n) => `a batch takes ${n} s beside its jobs`,
  ),
  ...said(
    drift.degrees <= fewDegrees,
    "batchVariation",
    isAssumed ? driftWithoutHistory : assumedDrift,
    (n) => `few past batches: one is faster or slower than another by a factor of e^±${n}`,
  ),
];

const ofFarm = (facts: Facts): Assumption[] => {
  const { unpriced, isAssumed, input } = facts;
  const { aws, devices, concurrency } = input;
  const most = aws === undefined && !isAssumed ? busiest(facts) : Number.POSITIVE_INFINITY;
  return [
    ...said(
      unpriced > 0,
      "jobsWithoutPrice",
      unpriced,
      (n) => `${n} jobs have no price: set 'prices' in drover.config.ts`,
    ),
    ...said(
      aws !== undefined,
      "accountConcurrency",
      aws?.accountConcurrency ?? 0,
      (n) =>
        `AWS: quotas and prices of US East (${pricesReadOn}), ${n} concurrent executions, scale=${aws?.scale}`,
    ),
    ...said(
      most < Math.min(devices, concurrency),
      "jobsAtOnceSoFar",
      most,
      (n) => `this machine has run ${n} jobs at once so far: more are slower where its processors are busy`,
    ),
  ];
};

/** The spread of a batch is its prior's, or that of one more. */
const fewDegrees = 3;

/** The most jobs that had devices at the same time. */
function busiest({ input: { past } }: Facts): number {
  const changes = past.runs
    .flatMap(({ started, finished }) => [
      [started, 1],
      [finished, -1],
    ])
    .sort(([one = 0, up = 0], [other = 0, down = 0]) => one - other || up - down);
  let [now, most] = [0, 0];
  for (const [, change = 0] of changes) {
    now += change;
    most = Math.max(most, now);
  }
  return most;
}
