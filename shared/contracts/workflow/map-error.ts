import * as z from "zod";
import { Lease } from "../device/lease.ts";
import { Observation } from "../device/observation.ts";
import { JobState } from "../farm/machines.ts";
import { JobEnd } from "../job/job-end.ts";
import { RecoveryId } from "../recovery/recovery-turn.ts";
import { JobId, TenantId } from "../values/ids.ts";

export const MapErrorInput = z.strictObject({
  schemaVersion: z.literal(1),
  tenantId: TenantId,
  jobId: JobId,
  stateName: JobState,
  /** `$states.errorOutput` of the Catch. */
  errorOutput: z.object({ Error: z.string().default("States.Unknown"), Cause: z.string().default("") }),
  stepNumber: z.int().min(0),
  /** Recoveries so far. */
  recoveries: z.int().min(0),
  acquisition: z.int().min(0),
  lease: Lease.nullable(),
  /** The lease is its workflow's: it is never replaced by another. */
  lent: z.boolean().default(false),
  /** What the step began from; null before the first look. */
  observation: Observation.nullable(),
});
export type MapErrorInput = z.infer<typeof MapErrorInput>;

/**
 * - `observe`: same device, look again, continue.
 * - `recover`: same device, brought out of the error by a planner and an actor.
 * - `reacquire`: another device; the old one is released or quarantined by its host.
 * - `lost`: the device of a session, which continues with another only when its user says so.
 * - `release`: an honest end; the device is released first.
 * - `finish`: an honest end, no device is held.
 */
export const MapErrorOutput = z.discriminatedUnion("route", [
  z.strictObject({ route: z.literal("observe"), recoveries: z.int(), stepNumber: z.int().min(1) }),
  z.strictObject({
    route: z.literal("recover"),
    recoveryId: RecoveryId,
    reason: z.string().max(1_000),
    recoveries: z.int(),
    stepNumber: z.int().min(1),
  }),
  z.strictObject({
    route: z.literal("reacquire"),
    recoveries: z.int(),
    stepNumber: z.int().min(1),
    acquisition: z.int(),
  }),
  z.strictObject({ route: z.literal("lost"), stepNumber: z.int().min(1) }),
  z.strictObject({ route: z.literal("release"), end: JobEnd }),
  z.strictObject({ route: z.literal("finish"), end: JobEnd }),
]);
export type MapErrorOutput = z.infer<typeof MapErrorOutput>;
