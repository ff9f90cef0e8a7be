import * as z from "zod";
import { Job } from "../../job/job.ts";
import { Recovery } from "../../recovery/recovery.ts";
import { RecoveryMetrics } from "../../recovery/recovery-metrics.ts";
import { DeviceId, Timestamp } from "../../values/ids.ts";
import { PageQuery, pageOf } from "../../values/page.ts";
import { Links } from "./links.ts";

/** `<job>-<n>`; the job's id alone is its first. */
export const RecoveryIdParameter = z
  .string()
  .regex(/^[0-9A-HJKMNP-TV-Z]{26}(?:-[1-9]\d?)?$/, "must be '<job>-<number>'");

/** A recovery as its tenant sees it. */
const PublicRecovery = z.object(
  Recovery.omit({ turn: true, answer: true, screenshotKey: true, treeKey: true, observedAt: true }).shape,
);

/** With every message, its pictures in base64; where they would be too many, the newest, and links to the others. */
export const RecoveryResponse = PublicRecovery.extend({
  status: z.enum(["running", "ended"]),
  /** Of this one alone; null while it runs. */
  metrics: RecoveryMetrics.nullable(),
  /** How its job ended, when the recovery is all of it. */
  jobOutcome: Job.shape.outcome,
  deviceId: DeviceId.optional(),
  links: Links,
}).meta({ id: "RecoveryResponse" });
export type RecoveryResponse = z.infer<typeof RecoveryResponse>;

/** Without messages and logs, which the recovery itself has. */
const ListedRecovery = z.object(
  Recovery.pick({
    recoveryId: true,
    jobId: true,
    source: true,
    category: true,
    startedAt: true,
    endedAt: true,
    outcome: true,
    reason: true,
  }).shape,
);
export const RecoveryPage = pageOf(ListedRecovery);

const range = { from: Timestamp.optional(), to: Timestamp.optional() };
/** `from` is in, `to` is not. */
export const RecoveryQuery = PageQuery.extend(range);
export const RecoveryMetricsQuery = z.strictObject(range);

export const RecoveryMetricsResponse = RecoveryMetrics.extend({
  ...range,
  /** There were more than 1,000, of which the newest are counted. */
  truncated: z.boolean(),
});
