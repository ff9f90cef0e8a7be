import { scoreForecasts } from "#shared/rules/forecast/score.ts";
import { type FarmProfile, startBenchFarm } from "../batch/bench-farm.ts";
import { line, title } from "../batch/print.ts";
import { pressTask, submitBatch } from "../batch/submit.ts";
import { watchBatch } from "../batch/watch.ts";
import { parkMiller } from "./true-farm.ts";

/** The first say how long jobs take; a forecast of them is made of assumptions, or of few jobs. */
const firstBatches = 3;

/** Real batches one after the other, of other sizes and with other concurrency each time: the farm makes the forecasts and keeps them. */
export async function measureEngine(batches: number, profile: FarmProfile): Promise<void> {
  title(
    `${batches} batches on a farm with ${profile.devices} null devices of ${profile.deviceMilliseconds} ms and a model of ${profile.modelMilliseconds} ms`,
  );
  const random = parkMiller(11);
  for (let draw = 0; draw < 10; draw += 1) random();
  const farm = await startBenchFarm(profile);
  try {
    for (let number = 0; number < firstBatches + batches; number += 1) {
      const lines = [2, 4, 7].flatMap((steps) =>
        Array.from({ length: Math.ceil(4 + 8 * random()) }, (_each, index) => ({
          ...{ taskId: `press-${steps}`, epoch: index + 1, request: { task: pressTask(steps) } },
        })),
      );
      const concurrency = Math.ceil(profile.devices * (0.5 + random()));
      const { batchId } = await submitBatch(farm, lines, { concurrency });
      await watchBatch(farm, batchId);
    }
    const { items } = await farm.call("listBatches", { query: { limit: 100 } });
    const { batches: scores, ...figures } = scoreForecasts(items.slice(0, batches));
    for (const { name, jobs, expected, seconds, error } of scores)
      line(
        name,
        `${jobs} jobs: ${expected.median.toFixed(1)} s expected (${expected.most.low.toFixed(1)} to ${expected.most.high.toFixed(1)}), ${seconds.toFixed(1)} s taken, error ${(error * 100).toFixed(1)} %`,
      );
    const percent = (share: number | null): string =>
      share === null ? "-" : `${(share * 100).toFixed(1)} %`;
    line("within 90 % band", percent(figures.within90));
    line("within 50 % band", percent(figures.within50));
    line("median error in time", percent(figures.medianError));
  } finally {
    await farm.close();
  }
}
