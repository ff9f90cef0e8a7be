import * as z from "zod";
import { BudgetLimits } from "../job/budget.ts";
import { JobPriority } from "../job/job-request.ts";

/** What a batch may use, all its jobs together. */
export const BatchBudget = BudgetLimits.extend({
  /** `pause`: jobs that run end over budget, no other starts until somebody raises the budget. `stop`: the rest is not run. */
  onBreach: z.enum(["stop", "pause"]).default("stop"),
});
export type BatchBudget = z.infer<typeof BatchBudget>;

/** What is run again. */
export const RetryRule = z.strictObject({
  /** How often a job that ended inconclusive (the farm's fault). */
  inconclusive: z.int().min(0).max(10).default(2),
  /** How often one that failed (the agent's fault). */
  failed: z.int().min(0).max(10).default(0),
  /** `immediate`: in its turn; `isolated`: when all else has ended, one at a time; `otherHost`: never on the host that had it. */
  strategy: z.enum(["immediate", "isolated", "otherHost"]).default("immediate"),
});
export type RetryRule = z.infer<typeof RetryRule>;

/** When the rest of a batch is not worth running. */
export const StopRule = z
  .strictObject({
    /** More than this share of the ended jobs failed or were inconclusive… */
    failureRate: z.number().min(0).max(1),
    /** …of at least this many ended jobs. `--fail-fast` is 1 with a rate of 0. */
    after: z.int().min(1).max(100_000).default(20),
  })
  .meta({ id: "StopRule" });
export type StopRule = z.infer<typeof StopRule>;

/** When a task with one variant needs no more repetitions. */
export const EnoughRule = z.strictObject({
  /** So many ended alike in a row. */
  agree: z.int().min(2).max(1_000).optional(),
  /** The success rate of the variant over all tasks is known to this half-width (95 %). */
  ci: z.number().min(0.001).max(0.5).optional(),
});
export type EnoughRule = z.infer<typeof EnoughRule>;

/** How a batch is run; each may be changed while it runs. */
export const BatchSettings = z
  .strictObject({
    /** Most jobs at the same time, including jobs that wait for a device. */
    concurrency: z.int().min(1).max(10_000).default(100),
    priority: JobPriority.default("normal"),
    budget: BatchBudget.prefault({}),
    retry: RetryRule.prefault({}),
    stop: StopRule.optional(),
    stopWhen: EnoughRule.optional(),
    /** So many repetitions of a task, in all its variants, begin from one snapshot of a device (docs/snapshots.md). */
    group: z.int().min(2).max(1_000).optional(),
  })
  .meta({ id: "BatchSettings" });
export type BatchSettings = z.infer<typeof BatchSettings>;
