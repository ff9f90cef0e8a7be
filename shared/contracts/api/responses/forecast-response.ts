import * as z from "zod";
import { ModelSettings } from "../../agent/model-settings.ts";
import { RetryChoice } from "../../batch/batch.ts";
import { maxBatchLines } from "../../batch/batch-manifest.ts";
import { BatchSettings, RetryRule } from "../../batch/batch-settings.ts";
import { ForecastBands, ForecastLimit } from "../../batch/forecast.ts";
import { TaskId, VariantName } from "../../values/batch-ids.ts";
import { BatchId, Timestamp } from "../../values/ids.ts";

/** Different tasks of one forecast; each may have many runs. */
export const mostPlannedTasks = 20_000;
const modelName = ModelSettings.shape.model.unwrap();

/** A task that is to run so many times. */
export const PlannedTask = z
  .strictObject({
    taskId: TaskId,
    variant: VariantName.prefault("default"),
    /** Absent: the one of the past runs that it is drawn from. */
    model: modelName.optional(),
    runs: z.int().min(1).max(maxBatchLines).default(1),
  })
  .meta({ id: "PlannedTask" });
export type PlannedTask = z.infer<typeof PlannedTask>;

/** The body of `POST /v1/forecasts`. */
export const ForecastRequest = z
  .strictObject({
    tasks: z.array(PlannedTask).min(1).max(mostPlannedTasks).optional(),
    /** Instead of tasks: the items of this batch that `which` says, run again. */
    batchId: BatchId.optional(),
    which: RetryChoice.default("all"),
    /** Absent: those that the farm has now. */
    devices: z.int().min(1).max(100_000).optional(),
    concurrency: BatchSettings.shape.concurrency.unwrap().optional(),
    retry: RetryRule.optional(),
    /** What the model's service allows; absent: what it was last seen to allow, or no limit. */
    modelCallsPerMinute: z.number().positive().max(10_000_000).optional(),
    /** Looks for the cheapest model and number of devices that end in time. */
    deadlineSeconds: z.number().positive().max(31_536_000).optional(),
    /** To choose among for the deadline. */
    models: z.array(modelName).min(1).max(5).optional(),
    deviceUsdPerHour: z.number().min(0).max(10_000).default(0),
    /** As a deployment in AWS, with its quotas and prices; absent: as this farm is. */
    aws: z
      .strictObject({
        scale: z.enum(["small", "medium", "large"]).default("large"),
        accountConcurrency: z.int().min(10).max(1_000_000).default(1_000),
      })
      .optional(),
    seed: z.int().min(0).max(4_294_967_295).default(1),
  })
  .refine(({ tasks, batchId }) => (tasks === undefined) !== (batchId === undefined), {
    error: "must have either 'tasks' or 'batchId'",
  });
export type ForecastRequest = z.infer<typeof ForecastRequest>;

export const LimitFigures = z.strictObject({
  limit: ForecastLimit,
  /** Jobs at the same time. */
  jobsAtOnce: z.number().min(0),
  jobsPerMinute: z.number().min(0),
});
export type LimitFigures = z.infer<typeof LimitFigures>;

export const Assumption = z.strictObject({
  /** A name that does not change, such as `stepsPerJob`. */
  name: z.string(),
  value: z.number(),
  /** The same as a sentence. */
  text: z.string(),
});
export type Assumption = z.infer<typeof Assumption>;

/** What a number of jobs is expected to take and cost. */
export const Forecast = z.object({
  jobs: z.int().min(0),
  devices: z.int().min(0),
  concurrency: z.int().min(1),
  seed: z.int(),
  /** How often all jobs were drawn. */
  samples: z.int(),
  seconds: ForecastBands,
  /** Models, AWS and devices together. */
  usd: ForecastBands,
  /** Medians of its parts. */
  usdOf: z.object({ models: z.number(), aws: z.number(), devices: z.number() }),
  /** Of all jobs, the share whose model has no known price: `usd` is without them. */
  unpricedShare: z.number().min(0).max(1),
  /** What the number of jobs at the same time is bound by. */
  binds: ForecastLimit,
  /** From the tightest on. */
  limits: z.array(LimitFigures),
  /** With a hundred more devices and nothing else changed. */
  moreDevices: z.object({ devices: z.int(), seconds: z.number(), binds: ForecastLimit }),
  /** Of a deadline: the cheapest of those that keep it in 95 of 100 forecasts comes first; none: nothing keeps it. */
  mixes: z
    .array(
      z.object({
        model: z.string().optional(),
        devices: z.int(),
        concurrency: z.int(),
        seconds: z.number(),
        /** Null: the price of a model is not known. */
        usd: z.number().nullable(),
      }),
    )
    .optional(),
  history: z.object({
    /** Past jobs that were used. */
    jobs: z.int().min(0),
    from: Timestamp.optional(),
    to: Timestamp.optional(),
    /** Of the planned jobs, by what they were drawn from. */
    drawnFrom: z.object({
      task: z.int(),
      taskOfAnotherModel: z.int(),
      model: z.int(),
      allTasks: z.int(),
      assumptions: z.int(),
    }),
  }),
  assumptions: z.array(Assumption),
});
export type Forecast = z.infer<typeof Forecast>;
