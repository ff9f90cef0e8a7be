import { TaskId, VariantName } from "#shared/contracts/values/batch-ids.ts";
import { forecast } from "#shared/rules/forecast/forecast.ts";
import { profiles } from "./calibrate.ts";
import { parkMiller, runBatch } from "./true-farm.ts";

const pastBatches = 3;
const tasks = Array.from({ length: 200 }, (_each, number) => ({
  ...{ taskId: `t${number}`, leastSteps: 5 + (number % 10), moreShare: 0.5 },
}));

/** The same forecast again and again. */
export function measureSpeed(times: number) {
  const profile = profiles.find(({ name }) => name === "slow");
  if (profile === undefined) throw new Error("There is no profile 'slow'.");
  const random = parkMiller(5);
  const past = Array.from({ length: pastBatches }, (_each, number) => {
    const shape = { repeat: 5, devices: 100, concurrency: 100, beganAt: number * 100_000 };
    return runBatch(profile, { batchId: `b${number}`, tasks, ...shape }, random);
  });
  const planned = tasks.map(({ taskId }) => ({
    ...{ taskId: TaskId.parse(taskId), variant: VariantName.parse("default"), model: "m", runs: 50 },
  }));
  return Array.from({ length: times }, () => {
    const [started, cpu] = [performance.now(), process.cpuUsage()];
    const { samples } = forecast({
      ...{ tasks: planned, devices: 500, concurrency: 600, retry: { inconclusive: 2, failed: 0 } },
      ...{ aws: { scale: "large", accountConcurrency: 1_000 }, priceOf: () => undefined },
      ...{ deviceUsdPerHour: 0, seed: 1 },
      past: { runs: past.flatMap(({ runs }) => runs), batches: past.map(({ batch }) => batch) },
    });
    const { user, system } = process.cpuUsage(cpu);
    return { milliseconds: performance.now() - started, cpuMilliseconds: (user + system) / 1_000, samples };
  });
}
