import * as z from "zod";
import { PublicJob } from "./api/job-response.ts";
import { ErrorSnapshot } from "./error-snapshot.ts";
import { Timestamp } from "./ids.ts";
import { StoredStep } from "./step.ts";

/** Everything a job saw and did, fit for replay (docs/spec.md I7.3). Stored as `trajectory.json` when the job ends. */
export const Trajectory = z.strictObject({
  schemaVersion: z.literal(1),
  exportedAt: Timestamp,
  job: PublicJob,
  steps: z.array(StoredStep),
  errors: z.array(ErrorSnapshot),
  completeness: z.strictObject({
    complete: z.boolean(),
    /** One sentence for each thing that is missing. */
    missing: z.array(z.string()),
  }),
});
export type Trajectory = z.infer<typeof Trajectory>;
