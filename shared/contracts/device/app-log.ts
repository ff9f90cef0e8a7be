import * as z from "zod";

/** How many of the latest a job keeps. */
export const mostAppLogs = 20;

/** The lines of a device's log about a job's apps during one lease. */
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
