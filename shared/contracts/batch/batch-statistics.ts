import * as z from "zod";
import { QuestionCounts } from "../agent/simulated-user.ts";
import { AgentKind } from "../job/agent.ts";
import { JobOutcome } from "../job/job.ts";
import { BatchName, TaskId, VariantName } from "../values/batch-ids.ts";
import { BatchId } from "../values/ids.ts";
import { BatchChange } from "./batch.ts";

/** Where a share (0 to 1) lies, with 95 % confidence. */
export const Interval = z.strictObject({ low: z.number(), high: z.number() });
export type Interval = z.infer<typeof Interval>;

/** Of runs that count: those that ended `succeeded` or `failed`. docs/decisions/0088 has the formulas. */
export const SuccessRate = z
  .strictObject({
    runs: z.int(),
    successes: z.int(),
    tasks: z.int(),
    /** Null where nothing counts: a share of nothing is unknown, not 0. */
    rate: z.number().nullable(),
    /** Wilson's interval: what these tasks would give if they were run again. */
    wilson: Interval,
    /** What other tasks like these would give: runs of one task are not independent of each other. */
    clustered: Interval,
    /** Of the rate, clustered by task; null for fewer than two tasks. */
    standardError: z.number().nullable(),
    /** By the weights of the tasks. */
    weightedRate: z.number().nullable(),
  })
  .meta({ id: "SuccessRate" });
export type SuccessRate = z.infer<typeof SuccessRate>;

/** The quartiles of this many values, by linear interpolation; null of none. */
export const Quartiles = z
  .strictObject({ count: z.int(), lower: z.number(), median: z.number(), upper: z.number() })
  .nullable()
  .meta({ id: "Quartiles" });
export type Quartiles = z.infer<typeof Quartiles>;

/** Estimated without bias from the tasks that have at least `k` runs. */
export const PassRow = z.strictObject({
  k: z.int().min(1),
  tasks: z.int(),
  /** Of `k` runs of a task at least one succeeds. */
  passAtK: z.number(),
  /** Of `k` runs of a task all succeed. */
  passHatK: z.number(),
});
export type PassRow = z.infer<typeof PassRow>;

/** What the farm, not the agent, did to it. */
export const InfrastructureFigures = z.strictObject({
  /** Items whose last attempt was inconclusive. */
  inconclusive: z.int(),
  /** Of all that ended. */
  share: z.number().nullable(),
  /** Attempts of any item that ended inconclusive. */
  lostAttempts: z.int(),
  /** Of last attempts. */
  errorCodes: z.record(z.string(), z.int()),
});

/** Of any set of items. Sums count every attempt; medians use the last attempts of conclusive runs. */
export const GroupStatistics = z
  .strictObject({
    /** Items that ended. */
    ended: z.int(),
    /** By how they ended: all but `succeeded` and `failed` stay out of the rates. */
    outcomes: z.record(JobOutcome, z.int()),
    /** Of those that succeeded, the ones that no check confirmed: they stay out of the rates too. */
    unverified: z.int().optional(),
    success: SuccessRate,
    /** Items whose outcome here is a person's verdict, and those of them whose checks said otherwise (docs/judging.md). */
    reviewed: z.strictObject({ runs: z.int(), overturned: z.int() }).default({ runs: 0, overturned: 0 }),
    infrastructure: InfrastructureFigures,
    passes: z.array(PassRow),
    /** How likely two runs of one task end differently, on average over the tasks with two runs or more. */
    flipRate: z.number().nullable(),
    /** Mean of the share of checks passed. */
    progress: z.number().nullable(),
    falseComplete: z.strictObject({ runs: z.int(), of: z.int(), share: z.number().nullable() }),
    /** `runs` changed something beside their task, `changes` in all. */
    sideEffects: z.strictObject({
      runs: z.int(),
      of: z.int(),
      share: z.number().nullable(),
      changes: z.int(),
    }),
    /** Questions to simulated users in `runs` of them, in total. */
    questions: z
      .strictObject({ runs: z.int(), ...QuestionCounts.shape })
      .default({ runs: 0, asked: 0, needed: 0, useless: 0, alreadyAnswered: 0 }),
    attempts: z.int(),
    /** Over all attempts that had a price. */
    costUsd: z.number(),
    /** Attempts that used tokens of a model without a price: `costUsd` leaves them out. */
    unpricedAttempts: z.int(),
    /** Null without a success, or when an attempt has no price. */
    usdPerSuccess: z.number().nullable(),
    steps: Quartiles,
    tokens: Quartiles,
    usd: Quartiles,
    /** From start to end, waits included. */
    wallMilliseconds: Quartiles,
    queuedMilliseconds: Quartiles,
    deviceMilliseconds: Quartiles,
  })
  .meta({ id: "GroupStatistics" });
export type GroupStatistics = z.infer<typeof GroupStatistics>;

/** A task with one variant. */
export const TaskStatistics = z.strictObject({
  taskId: TaskId,
  variant: VariantName,
  ended: z.int(),
  outcomes: z.record(JobOutcome, z.int()),
  runs: z.int(),
  successes: z.int(),
  rate: z.number().nullable(),
  /** The probability that two of its runs end differently; null for fewer than two. */
  flipRate: z.number().nullable(),
  medianSteps: z.number().nullable(),
  medianTokens: z.number().nullable(),
  medianWallMilliseconds: z.number().nullable(),
  /** Over all attempts that had a price. */
  costUsd: z.number(),
});
export type TaskStatistics = z.infer<typeof TaskStatistics>;

const Ranked = z
  .strictObject({ taskId: TaskId, variant: VariantName, value: z.number() })
  .meta({ id: "RankedTask" });

/** What a batch came to: `results/statistics.json`, the answer of `results?format=json`, and the table of `drover batch show`. */
export const BatchStatistics = z.strictObject({
  schemaVersion: z.literal(1),
  batchId: BatchId.optional(),
  name: BatchName.optional(),
  items: z.strictObject({
    /** Of the manifest; absent where it was not known. */
    lines: z.int().optional(),
    running: z.int(),
    ended: z.int(),
    deferred: z.int(),
    skipped: z.int(),
  }),
  all: GroupStatistics,
  variants: z.array(z.strictObject({ variant: VariantName, statistics: GroupStatistics })),
  /** By who chose the actions, and with which model. */
  agents: z
    .array(
      z.strictObject({
        kind: AgentKind.default("builtin"),
        agent: z.string(),
        model: z.string().optional(),
        statistics: GroupStatistics,
      }),
    )
    .default([]),
  tags: z.array(z.strictObject({ tag: z.string(), statistics: GroupStatistics })),
  tasks: z.array(TaskStatistics),
  /** Of tasks that are on the list of flaky ones, for which CI does not fail; absent: none of the batch is. `all` holds them too. */
  quarantined: z
    .strictObject({
      tasks: z.array(TaskId),
      statistics: GroupStatistics,
      /** Of all other tasks. */
      others: SuccessRate,
    })
    .optional(),
  /** At most ten each, the most extreme first. */
  slowest: z.array(Ranked),
  dearest: z.array(Ranked),
  flakiest: z.array(Ranked),
  /** Repetitions that `stopWhen` found needless. */
  earlyStops: z.strictObject({
    items: z.int(),
    /** By the median of the task with its variant, else of the variant. */
    savedUsd: z.number(),
    savedDeviceMilliseconds: z.number(),
    /** Items for which neither is known. */
    unknown: z.int(),
  }),
  /** Who changed how it was run, while it ran. */
  changes: z.array(BatchChange),
});
export type BatchStatistics = z.infer<typeof BatchStatistics>;
