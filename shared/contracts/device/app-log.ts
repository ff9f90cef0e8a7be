import * as z from "zod";

/** A job keeps the latest so many. */
export const mostAppLogs = 20;

/** What a device's log said of a job's apps while one lease had it. */
export const AppLog = z
  .strictObject({
    /** Of the lease. */
    epoch: z.int().min(1),
    /** In S3: a line for each entry, `<time> <pid> <thread> <level> <tag>: <text>`. */
    key: z.string(),
    /** The beginning of a longer one was left out. */
    truncated: z.boolean(),
  })
  .meta({ id: "AppLog" });
export type AppLog = z.infer<typeof AppLog>;
