import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { closeGrant } from "#agent/budget/close-grant.ts";
import { reserveCall } from "#agent/budget/reserve-call.ts";
import { turnBudget } from "#agent/budget/turn-budget.ts";
import { noUsage } from "#agent/model-calls/usage.ts";
import type { Batch } from "#shared/contracts/batch/batch.ts";
import { type BudgetAmounts, BudgetDimension } from "#shared/contracts/job/budget.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { JobId } from "#shared/contracts/values/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { boundsOf, noAmounts, usedBy } from "#shared/rules/budget/budget-amounts.ts";
import { sumsOf } from "#shared/rules/budget/budget-shards.ts";
import { roundUsd } from "#shared/values/round-usd.ts";
import { jobIdOf } from "../../shared/storage/sample-records.ts";
import { type BudgetWorld, Crash, startBudgets } from "./budget-world.ts";

const perDay = { costUsd: 1, tokens: 90_000, steps: 24, deviceMinutes: 30 };
let world: BudgetWorld;
beforeAll(async () => {
  world = await startBudgets(perDay);
});
afterAll(() => world.close());

const jobsAtOnce = 4;
const scenario = fc.record({
  costUsd: fc.integer({ min: 1, max: 120 }).map((cents) => cents / 100),
  tokens: fc.integer({ min: 1_000, max: 120_000 }),
  steps: fc.integer({ min: 1, max: 40 }),
  deviceMinutes: fc.integer({ min: 1, max: 40 }),
  /** Of all chances: crashes, what calls really use, how long they take. */
  seed: fc.integer(),
});

/** From 0 to 1, the same for a seed (mulberry32). */
function chances(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** What models and devices were really used for, whatever anybody noted. */
interface Ledger {
  readonly really: BudgetAmounts;
  readonly draw: () => number;
}

const mayCrash = async <Result>(run: () => Promise<Result>): Promise<Result | "crashed"> =>
  run().catch((error: unknown) => {
    if (causes(error).some((cause) => cause instanceof Crash)) return "crashed" as const;
    throw error;
  });
const causes = (error: unknown): readonly unknown[] =>
  error instanceof Error ? [error, ...causes(error.cause)] : [];

/** One turn of the job, as the workflow would run it again after its process died. */
async function takeTurn(job: Job, ledger: Ledger): Promise<"on" | "over"> {
  const { runtime, functions } = world;
  const { jobs } = runtime.repositories;
  const now = await functions.repositories.jobs.get(job.tenantId, job.jobId);
  if (now === null) throw new Error("the job is gone");
  const stepNumber = now.stepCount + 1;
  if ((await turnBudget(now, stepNumber, runtime)) !== null) return "over";
  const worst = { usd: roundUsd(0.01 + ledger.draw() / 20), tokens: 500 + Math.floor(ledger.draw() * 5_000) };
  try {
    if (!(await reserveCall(now, worst, runtime))) return "over";
  } catch (error) {
    if (error instanceof DroverError && error.code === "BudgetExhausted") return "over";
    throw error;
  }
  // From here on the service may bill it, whatever becomes of this process.
  const share = ledger.draw();
  const cost = { usd: roundUsd(worst.usd * share), tokens: Math.ceil(worst.tokens * share) };
  ledger.really.usd = roundUsd(ledger.really.usd + cost.usd);
  ledger.really.tokens += cost.tokens;
  functions.clock.now = new Date(functions.clock.now.getTime() + ledger.draw() * 5_000);
  const difference = { usd: roundUsd(cost.usd - worst.usd), tokens: cost.tokens - worst.tokens };
  await jobs.settle(job.tenantId, job.jobId, difference);
  const turn = { tenantId: job.tenantId, jobId: job.jobId, stepNumber };
  if (await jobs.recordTurn({ ...turn, usage: noUsage })) ledger.really.steps += 1;
  return "on";
}

async function runJob(batch: Batch, jobId: JobId, ledger: Ledger): Promise<void> {
  const { runtime, functions } = world;
  const job = await world.newJob(batch, jobId);
  for (let turns = 0; turns < 7; turns += 1) {
    const answer = await mayCrash(() => takeTurn(job, ledger));
    if (answer === "over") break;
  }
  const at = functions.clock.now.toISOString();
  await functions.repositories.jobs.finish({
    tenantId: job.tenantId,
    jobId,
    at,
    outcome: "failed",
    outcomeReason: "The test ends it.",
  });
  // FinishJob and a sweep at once, either of which may die, until one of them came through.
  let closed = false;
  while (!closed) {
    const both = await Promise.all([1, 2].map(() => mayCrash(() => closeGrant(job, runtime))));
    closed = both.some((answer) => answer !== "crashed");
  }
}

it("never spends more than its budgets, whoever dies between two writes, and counts all that was used once", async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async ({ seed, ...budget }) => {
      const { functions } = world;
      const draw = chances(seed);
      const ledger: Ledger = { really: { ...noAmounts }, draw };
      const batch = await world.newBatch(budget, jobsAtOnce);
      const { tenantId, batchId } = batch;
      world.crashBy(() => {
        const chance = draw();
        return chance < 0.06 ? "before" : chance < 0.12 ? "after" : null;
      });
      const ids = Array.from({ length: jobsAtOnce * 2 }, (_, index) => jobIdOf(index * 7));
      for (const half of [ids.slice(0, jobsAtOnce), ids.slice(jobsAtOnce)])
        await Promise.all(half.map((jobId) => runJob(batch, jobId, ledger)));
      world.crashBy(() => null);
      const jobs = await Promise.all(ids.map((jobId) => functions.repositories.jobs.get(tenantId, jobId)));
      const used = jobs.map((job) => (job === null ? noAmounts : usedBy(job, functions.clock.now)));
      const inAll = (dimension: BudgetDimension): number =>
        used.reduce((sum, amounts) => sum + amounts[dimension], 0);
      const [first] = jobs;
      const scopes = [
        [`batch.${batchId}`, boundsOf(budget)],
        [`day.${first?.sharedBudget?.day}`, boundsOf(perDay)],
      ] as const;
      for (const [scope, bounds] of scopes) {
        const shards = await functions.repositories.budgets.shardsOf(tenantId, scope);
        for (const dimension of BudgetDimension.options) {
          const { granted, settled } = sumsOf(shards, dimension);
          // What was not used came back, once, and all that the jobs say they used is counted, once.
          expect(settled).toBeCloseTo(inAll(dimension), 6);
          expect(granted).toBeCloseTo(settled, 6);
          const bound = bounds[dimension] ?? 0;
          // Time goes on while a turn is under way: no more of it than a turn takes, for each job at once.
          const oneTurnEach = dimension === "deviceSeconds" ? jobsAtOnce * 30 : 0;
          expect(settled).toBeLessThanOrEqual(bound + oneTurnEach + 1e-6);
          expect(ledger.really[dimension]).toBeLessThanOrEqual(bound + 1e-6);
        }
      }
    }),
    { numRuns: 6, endOnFailure: true },
  );
}, 180_000);
