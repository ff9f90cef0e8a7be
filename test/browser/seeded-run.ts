import type { BatchId } from "#shared/contracts/values/ids.ts";
import { type SeededBatch, seedBatch } from "./seeded-batch.ts";
import { farmTenant, type SeededFarm } from "./seeded-farm.ts";
import { type SeededTrajectory, seedTrajectory } from "./seeded-steps.ts";

type StepsOf = (line: number, count: number) => SeededTrajectory["steps"];

/** A batch with the steps and pictures of its jobs, as if it had run. Gives how many steps there are of all. */
export async function seedRunBatch(
  farm: Pick<SeededFarm, "repositories" | "artifacts">,
  seeded: SeededBatch,
  stepsOf: StepsOf,
): Promise<{ readonly batchId: BatchId; readonly steps: number }> {
  const batchId = await seedBatch(farm, seeded);
  let all = 0;
  for await (const { item } of farm.repositories.batchItems.all(farmTenant, batchId)) {
    const { itemKey, taskId, variant, epoch, line } = item;
    for (const { jobId, attempt, outcome, outcomeReason, steps: count } of item.attempts) {
      const steps = stepsOf(line, count);
      all += steps.length;
      await seedTrajectory(farm, {
        jobId,
        task: `Do ${taskId} for line ${line}`,
        steps,
        change: {
          outcome,
          outcomeReason,
          batch: { batchId, itemKey, taskId, variant, epoch, attempt },
        },
      });
    }
  }
  return { batchId, steps: all };
}
