import * as z from "zod";
import { Timestamp } from "../values/ids.ts";

/** Where a value will be: half of all forecasts have it between the two of `half`, nine of ten between those of `most`. */
export const ForecastBands = z
  .strictObject({
    median: z.number().min(0),
    half: z.strictObject({ low: z.number().min(0), high: z.number().min(0) }),
    most: z.strictObject({ low: z.number().min(0), high: z.number().min(0) }),
  })
  .meta({ id: "ForecastBands" });
export type ForecastBands = z.infer<typeof ForecastBands>;

/** What bounds how many jobs move at the same time. `jobs`: nothing does, all of them run at once. */
export const ForecastLimit = z.enum([
  "devices",
  "concurrency",
  "modelRate",
  "modelCalls",
  "tableWrites",
  "taskTokens",
  "transitions",
  "jobStarts",
  "jobs",
]);
export type ForecastLimit = z.infer<typeof ForecastLimit>;

/** What was expected of a batch's run when it began, stored with the batch. */
export const StoredForecast = z
  .strictObject({
    at: Timestamp,
    /** Of the batch, as `run` says. */
    run: z.int().min(1),
    jobs: z.int().min(1),
    /** Past jobs that it was drawn from; 0: from assumptions. */
    pastJobs: z.int().min(0),
    seconds: ForecastBands,
    usd: ForecastBands,
    binds: ForecastLimit,
  })
  .meta({ id: "StoredForecast" });
export type StoredForecast = z.infer<typeof StoredForecast>;
