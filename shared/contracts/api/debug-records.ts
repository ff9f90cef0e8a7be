import * as z from "zod";
import { Links } from "./responses/links.ts";

export const DebugQuery = z.strictObject({
  /** Of this step alone. */
  step: z.coerce.number().int().min(0).max(9_999).optional(),
});

/** A job has one or two records a step. */
export const DebugRecords = z.object({
  items: z.array(
    z.object({
      /** Step and command, for example `step-0003/predict-01K…`. */
      name: z.string(),
      links: Links,
    }),
  ),
});
export type DebugRecords = z.infer<typeof DebugRecords>;
