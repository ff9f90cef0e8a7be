import * as z from "zod";
import { JobId, Timestamp } from "../values/ids.ts";
import { PageQuery } from "../values/page.ts";

export const RemovedJob = z.strictObject({ jobId: JobId });

export const PruneRequest = z.strictObject({
  endedBefore: Timestamp,
  /** Only count them. */
  dryRun: z.boolean().default(false),
  cursor: PageQuery.shape.cursor,
});

export const PrunedJobs = z.strictObject({
  /** By this request; with `dryRun` it would have been. */
  removed: z.int().min(0),
  nextCursor: z.string().optional(),
});
