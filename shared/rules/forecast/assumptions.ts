import type { Assumption } from "../../contracts/api/responses/forecast-response.ts";
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
export function assumptionsOf(facts: Facts): Assumption[] {
  const { isAssumed, drawnFrom, unpriced, input, known, learned } = facts;
  const shown: [when: boolean, name: string, value: number, text: (value: string) => string][] = [
    [isAssumed, "stepsPerJob", assumedJob.stepsPerJob, (n) => `no past jobs: a job takes about ${n} steps`],
    [isAssumed, "secondsPerStep", assumedJob.secondsPerStep, (n) => `a step takes ${n} s`],
    [
      isAssumed,
      "modelSecondsPerStep",
      assumedJob.modelSecondsPerStep,
      (n) => `of these the model takes ${n} s`,
    ],
    [
      isAssumed,
      "secondsAroundSteps",
      assumedJob.secondsAroundSteps,
      (n) => `set-up, judging and cleaning take ${n} s`,
    ],
    [isAssumed, "inputTokensPerStep", assumedJob.inputTokensPerStep, (n) => `a step reads ${n} tokens`],
    [isAssumed, "outputTokensPerStep", assumedJob.outputTokensPerStep, (n) => `a step writes ${n} tokens`],
    [
      drawnFrom.taskOfAnotherModel > 0,
      "jobsOfAnotherModel",
      drawnFrom.taskOfAnotherModel,
      (n) => `${n} jobs take as long as the same task took another model`,
    ],
    [
      drawnFrom.model > 0,
      "jobsOfOtherTasks",
      drawnFrom.model,
      (n) => `${n} jobs take as long as other tasks took the same model`,
    ],
    [
      drawnFrom.allTasks > 0,
      "jobsUnknown",
      drawnFrom.allTasks,
      (n) => `${n} jobs take as long as the farm's other jobs`,
    ],
    [
      known.place === undefined,
      "secondsBetweenJobs",
      assumedGaps.place,
      (n) => `${n} s pass from a job's end to the next one's start`,
    ],
    [
      known.edge === undefined,
      "secondsAroundBatch",
      assumedGaps.edge,
      (n) => `a batch takes ${n} s beside its jobs`,
    ],
    [
      learned.drift.degrees <= 4,
      "batchVariation",
      isAssumed ? driftWithoutHistory : assumedDrift,
      (n) => `few past batches: one is faster or slower than another by a factor of e^±${n}`,
    ],
    [
      unpriced > 0,
      "jobsWithoutPrice",
      unpriced,
      (n) => `${n} jobs have no price: set 'prices' in drover.config.ts`,
    ],
    [
      input.aws !== undefined,
      "accountConcurrency",
      input.aws?.accountConcurrency ?? 0,
      (n) => `AWS: quotas and prices of US East, ${n} concurrent executions, scale=${input.aws?.scale}`,
    ],
    [
      input.aws === undefined && !isAssumed && busiest(facts) < Math.min(input.devices, input.concurrency),
      "jobsAtOnceSoFar",
      busiest(facts),
      (n) => `this machine has run ${n} jobs at once so far: more are slower where its processors are busy`,
    ],
  ];
  return shown.flatMap(([when, name, value, text]) =>
    when ? [{ name, value, text: text(value.toLocaleString("en-US")) }] : [],
  );
}

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
