import * as z from "zod";
import { JobResponse, SubmittedJob } from "#shared/contracts/api/responses/job-response.ts";

/**
 * What a command with `--json` prints that submits a job and waits for it, a line of JSON each: that it was taken, and how it ended. With
 * `--detach` nobody waits, and the second does not come.
 */
export const RunRecord = z.discriminatedUnion("record", [
  z.strictObject({ record: z.literal("launch"), schemaVersion: z.literal(1), job: SubmittedJob }),
  z.strictObject({
    record: z.literal("done"),
    schemaVersion: z.literal(1),
    /** What the command ends with, too. */
    exitCode: z.int().min(0),
    job: JobResponse,
  }),
]);
export type RunRecord = z.input<typeof RunRecord>;
