import * as z from "zod";
import { AgentKind } from "../job/agent.ts";
import { TaskId } from "../values/batch-ids.ts";
import { JobId } from "../values/ids.ts";
import { GroupStatistics } from "./batch-statistics.ts";

/** One of two things compared. */
export const ComparedSide = z
  .strictObject({
    /** A batch's name, a variant, or both. */
    label: z.string().max(250),
    /** The agents of its runs, with the number of runs of each. */
    agents: z
      .array(
        z.strictObject({ kind: AgentKind, agent: z.string(), model: z.string().optional(), runs: z.int() }),
      )
      .default([]),
    statistics: GroupStatistics,
  })
  .meta({ id: "ComparedSide" });
export type ComparedSide = z.infer<typeof ComparedSide>;

/** What most of a task's runs came to decides whether it passes; half of them is not most. */
export const ComparedTask = z.strictObject({
  taskId: TaskId,
  change: z.enum(["fixed", "broken", "same"]),
  before: z.strictObject({ runs: z.int(), successes: z.int() }),
  after: z.strictObject({ runs: z.int(), successes: z.int() }),
  /** Of the rates, after minus before. */
  difference: z.number(),
  /** Why runs of the later side did not succeed, the most frequent reason first. Hostile text. */
  failures: z
    .array(z.strictObject({ reason: z.string(), count: z.int().min(1), jobId: JobId }))
    .max(5)
    .optional(),
});
export type ComparedTask = z.infer<typeof ComparedTask>;

/** Two-sided, of the hypothesis that both sides do every task equally well. */
export const PairedTest = z.strictObject({
  /** `mcnemar`: one run of each task on each side; `signFlip`: all signs of the tasks' differences; `signFlipSampled`: drawn ones. */
  method: z.enum(["mcnemar", "signFlip", "signFlipSampled"]),
  /** Null when no task was done on both sides. */
  pValue: z.number().nullable(),
  /** Tasks whose rates differ. */
  differing: z.int(),
});
export type PairedTest = z.infer<typeof PairedTest>;

/** Two batches or two variants, task by task. */
export const BatchComparison = z.strictObject({
  schemaVersion: z.literal(1),
  before: ComparedSide,
  after: ComparedSide,
  /** Tasks with a run that counts on both sides. */
  paired: z.int(),
  fixed: z.int(),
  broken: z.int(),
  same: z.int(),
  /** The mean of the tasks' differences with its 95 % interval (Student's t over tasks); null where it is unknown. */
  difference: z.strictObject({
    mean: z.number().nullable(),
    low: z.number().nullable(),
    high: z.number().nullable(),
  }),
  test: PairedTest,
  tasks: z.array(ComparedTask),
  /** Without a run that counts on the other side. */
  onlyBefore: z.array(TaskId),
  onlyAfter: z.array(TaskId),
});
export type BatchComparison = z.infer<typeof BatchComparison>;
