import * as z from "zod";
import { Observation } from "../device/observation.ts";
import { PlanKind } from "../job/plan.ts";
import { JobId, TenantId } from "../values/ids.ts";

/** The input of an execution of `planning`, and of its one function. */
export const MakePlanInput = z.strictObject({
  schemaVersion: z.literal(1),
  tenantId: TenantId,
  jobId: JobId,
  /** From 1; the plan's own in the job. */
  planNumber: z.int().min(1),
  kind: PlanKind,
  /** The step that the turn which asks for it would make. */
  stepNumber: z.int().min(1),
  observation: Observation.nullable(),
});
export type MakePlanInput = z.infer<typeof MakePlanInput>;

export const MakePlanOutput = z.strictObject({
  planNumber: z.int().min(1),
  /** False: the planner could not be asked, or its reply not be used; the job continues without. */
  made: z.boolean(),
  /** A sentence for people. */
  detail: z.string().max(500),
});
export type MakePlanOutput = z.infer<typeof MakePlanOutput>;
