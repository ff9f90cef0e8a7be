import { expect, it } from "vitest";
import { Settlement } from "#agent/budget/settlement.ts";
import { recordStep } from "#agent/turn-state/record-step.ts";
import { sampleJob, sampleStep } from "../../shared/storage/sample-records.ts";

it("settles the money of a turn that was counted before, also when its tokens are what was reserved", async () => {
  const job = sampleJob();
  const step = sampleStep();
  const settlement = new Settlement();
  settlement.add({ tokens: 0, usd: -0.25 });
  const settled: unknown[] = [];
  const repositories = {
    steps: { put: async () => true },
    jobs: {
      recordTurn: async () => false,
      settle: async (...given: readonly unknown[]) => settled.push(given.at(-1)) > 0,
    },
  };
  const read = { job, settlement, input: { stepNumber: step.stepNumber }, ownTask: job.task };
  await recordStep(step, { ...read, history: [], plans: [] } as never, { repositories } as never);
  expect(settled).toEqual([expect.objectContaining({ tokens: 0, usd: -0.25 })]);
});
