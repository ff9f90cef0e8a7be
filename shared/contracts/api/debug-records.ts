import * as z from "zod";
import { Links } from "./responses/links.ts";

/** A job has some two records a step. */
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
