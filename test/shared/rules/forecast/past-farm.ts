import { TaskId, VariantName } from "#shared/contracts/values/batch-ids.ts";
import type { ForecastInput } from "#shared/rules/forecast/forecast-input.ts";
import type { PastRun } from "#shared/rules/forecast/past-run.ts";

/** A run that held a device for a minute. */
const pastRun = (given: Partial<PastRun> = {}): PastRun => ({
  ...{
    task: "alarm",
    variant: "default",
    model: "small",
    group: "b1",
    isInconclusive: false,
    isFailed: false,
  },
  ...{ steps: 10, inputTokens: 10_000, outputTokens: 1_000, usd: 0.1, held: 60, modelSeconds: 30, waited: 0 },
  ...{ created: 0, started: 0, finished: 60, deviceId: "d" },
  ...given,
});

/** One after the other, hours apart. */
export const pastRuns = (count: number, given: Partial<PastRun> = {}): readonly PastRun[] =>
  Array.from({ length: count }, (_each, number) => {
    const begun = 10_000 * number;
    return pastRun({ created: begun, started: begun, finished: begun + (given.held ?? 60), ...given });
  });

export const planned = (taskId: string, runs: number, model?: string) => ({
  ...{ taskId: TaskId.parse(taskId), variant: VariantName.parse("default"), runs },
  ...(model === undefined ? {} : { model }),
});

/** A hundred jobs of a known task on ten devices of one machine. */
export const input = (given: Partial<ForecastInput> = {}): ForecastInput => ({
  ...{ tasks: [planned("alarm", 100)], devices: 10, concurrency: 50, retry: { inconclusive: 2, failed: 0 } },
  ...{ aws: undefined, priceOf: () => undefined, deviceUsdPerHour: 0, seed: 1 },
  past: { runs: pastRuns(40), batches: [] },
  ...given,
});
